// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import org.apache.commons.dbcp.PoolingConnection;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;

/**
 * DBCP-65: preparing a statement locks the connection and then the pool, testing idle ones does it the other way round.
 */
public final class Dbcp65 {
    public static void main(String[] args) throws Exception {
        Connection real = fake(Connection.class);
        GenericKeyedObjectPool pool = new GenericKeyedObjectPool();
        pool.setTestWhileIdle(true);
        PoolingConnection connection = new PoolingConnection(real, pool);
        pool.setFactory(connection);
        connection.prepareStatement("select 1").close();
        Thread user = Play.start("user", () -> connection.prepareStatement("select 2"));
        Play.settle(user);
        Thread evictor = Play.start("evictor", pool::evict);
        Play.join(user, evictor);
    }

    /** A database without results. */
    private static <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, a) -> {
            if (method.getReturnType() == PreparedStatement.class) {
                return fake(PreparedStatement.class);
            }
            return method.getReturnType() == boolean.class ? (Object) false : null;
        }));
    }
}
