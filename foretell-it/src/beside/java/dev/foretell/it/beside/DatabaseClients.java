// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.beside;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Four clients of H2 in memory, each with accounts of its own and one account of all: they open accounts, move money,
 * and look. Whatever the order, the sums at the end are the same.
 */
public final class DatabaseClients {
    private static final int CLIENTS = 4;
    private static final int OWN = 10;
    private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

    private static void client(int me, int transfers) {
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement open = connection.prepareStatement("insert into account values (?, ?)");
                PreparedStatement move =
                        connection.prepareStatement("update account set balance = balance + ? where id = ?");
                PreparedStatement look = connection.prepareStatement("select balance from account where id = ?")) {
            for (int i = 1; i <= OWN; i++) {
                open.setInt(1, me * 100 + i);
                open.setInt(2, 50);
                open.executeUpdate();
            }
            for (int i = 0; i < transfers; i++) {
                int own = me * 100 + 1 + i % OWN;
                move(move, own, -1);
                move(move, 0, 1);
                look.setInt(1, own);
                try (ResultSet result = look.executeQuery()) {
                    result.next();
                    int expected = 50 - (i / OWN + 1);
                    if (result.getInt(1) != expected) {
                        throw new IllegalStateException(own + " has " + result.getInt(1) + ", not " + expected);
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void move(PreparedStatement move, int account, int amount) throws SQLException {
        move.setInt(1, amount);
        move.setInt(2, account);
        if (move.executeUpdate() != 1) {
            throw new IllegalStateException("there is no account " + account);
        }
    }

    public static void main(String[] args) throws Exception {
        int transfers = args.length == 0 ? 100 : Integer.parseInt(args[0]);
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("create table account (id int primary key, balance int)");
            statement.execute("insert into account values (0, 0)");
            Thread[] clients = new Thread[CLIENTS];
            for (int i = 0; i < CLIENTS; i++) {
                int me = i + 1;
                clients[i] = new Thread(() -> client(me, transfers), "client-" + me);
                clients[i].start();
            }
            for (Thread client : clients) {
                client.join();
            }
            try (ResultSet result = statement.executeQuery(
                    "select count(*), sum(balance)," + " (select balance from account where id = 0) from account")) {
                result.next();
                System.out.println(result.getInt(1) + " accounts, " + result.getInt(2) + " in all, " + result.getInt(3)
                        + " moved");
            }
        }
    }
}
