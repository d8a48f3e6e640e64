// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** DERBY-2861: two connections make views of one view, whose description they share. */
public final class Derby2861 {
    private static final String URL = "jdbc:derby:";

    public static void main(String[] args) throws Exception {
        String base =
                java.nio.file.Files.createTempDirectory("derby").resolve("db").toString();
        Class.forName("org.apache.derby.jdbc.EmbeddedDriver");
        try (Connection connection = DriverManager.getConnection(URL + base + ";create=true");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t(a int, b int)");
            statement.execute("create view source as select a, b from t");
        }
        Thread first = Play.start("first", () -> view(base, "v1"));
        Play.settle(first);
        Thread second = Play.start("second", () -> view(base, "v2"));
        Play.join(first, second);
    }

    private static void view(String base, String name) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL + base)) {
            connection
                    .prepareStatement("create view " + name + " as select a from source")
                    .close();
        }
    }
}
