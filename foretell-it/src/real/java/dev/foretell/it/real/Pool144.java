// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.util.NoSuchElementException;
import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** POOL-144: a borrower that timed out stays in the queue, and the next object is assigned to it. */
public final class Pool144 {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return new Object();
            }
        });
        pool.setMaxActive(1);
        pool.setMaxWait(1000);
        Object one = pool.borrowObject();
        Thread waiter = Play.start("waiter", () -> borrowAndReturn(pool));
        Play.settle(waiter);
        Thread holder = Play.start("holder", () -> pool.returnObject(one));
        Play.join(waiter, holder);
        pool.borrowObject();
    }

    private static void borrowAndReturn(GenericObjectPool pool) throws Exception {
        try {
            pool.returnObject(pool.borrowObject());
        } catch (NoSuchElementException e) {
            System.out.println("waited too long");
        }
    }
}
