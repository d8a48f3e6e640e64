// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** POOL-189: closing a pool wakes no thread that waits for an object. */
public final class Pool189 {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return new Object();
            }
        });
        pool.setMaxActive(1);
        Object one = pool.borrowObject();
        Thread waiter = Play.start("waiter", () -> borrow(pool));
        Play.settle(waiter);
        Thread holder = Play.start("holder", () -> pool.returnObject(one));
        Play.settle(holder);
        Thread closer = Play.start("closer", pool::close);
        Play.join(waiter, holder, closer);
    }

    private static void borrow(GenericObjectPool pool) throws Exception {
        try {
            pool.borrowObject();
        } catch (IllegalStateException e) {
            System.out.println("closed");
        }
    }
}
