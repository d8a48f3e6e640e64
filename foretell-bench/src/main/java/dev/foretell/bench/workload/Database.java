// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 in memory, four clients: a real application with many classes and locks of its own. */
public final class Database {
    private static final int THREADS = 4;
    private static final String URL = "jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

    private static void client(int me, int transfers) {
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement insert = connection.prepareStatement("insert into entry values (?, ?, ?)");
                PreparedStatement query =
                        connection.prepareStatement("select sum(amount) from entry where account = ?")) {
            for (int i = 0; i < transfers; i++) {
                insert.setInt(1, me * transfers + i);
                insert.setInt(2, me * 10 + i % 10);
                insert.setInt(3, i);
                insert.executeUpdate();
                if (i % 8 == 0) {
                    query.setInt(1, me * 10 + i % 10);
                    try (ResultSet result = query.executeQuery()) {
                        result.next();
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        int transfers = 600 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("create table entry (id int primary key, account int, amount int)");
            statement.execute("create index by_account on entry (account)");
            Runnable[] bodies = new Runnable[THREADS];
            for (int t = 0; t < THREADS; t++) {
                int me = t;
                bodies[t] = () -> client(me, transfers);
            }
            WorkloadTimer.run(bodies);
            try (ResultSet result = statement.executeQuery("select count(*), sum(amount) from entry")) {
                result.next();
                clock.stop(result.getInt(1) + " " + result.getLong(2));
            }
        }
    }
}
