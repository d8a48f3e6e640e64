// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.dbcp.PoolableConnectionFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** DBCP-270: a connection is closed a second time while the pool tests it, each with its own lock. */
public final class Dbcp270 {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool();
        pool.setTestWhileIdle(true);
        pool.setMinEvictableIdleTimeMillis(-1);
        new PoolableConnectionFactory(() -> fake(Connection.class), pool, null, "select 1", false, true);
        Connection one = (Connection) pool.borrowObject();
        one.close();
        Thread user = Play.start("user", () -> closeAgain(one));
        Play.settle(user);
        Thread evictor = Play.start("evictor", pool::evict);
        Play.join(user, evictor);
    }

    private static void closeAgain(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            System.out.println("closed already");
        }
    }

    /** A database in which every query has a result. */
    private static <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, a) -> {
            Class<?> result = method.getReturnType();
            if (result == Statement.class || result == ResultSet.class) {
                return fake(result);
            }
            return result == boolean.class ? (Object) method.getName().equals("next") : null;
        }));
    }
}
