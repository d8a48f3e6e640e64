// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** POOL-303: while one thread fails to make an object, another finds no room and waits for one that never comes. */
public final class Pool303 extends BasePooledObjectFactory<Object> {
    private volatile boolean broken = true;

    @Override
    public Object create() {
        if (broken) {
            broken = false;
            throw new IllegalStateException("not now");
        }
        return new Object();
    }

    @Override
    public PooledObject<Object> wrap(Object object) {
        return new DefaultPooledObject<>(object);
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new Pool303());
        pool.setMaxTotal(1);
        Thread first = Play.start("first", () -> borrow(pool));
        Play.settle(first);
        Thread second = Play.start("second", () -> borrow(pool));
        Play.join(first, second);
    }

    private static void borrow(GenericObjectPool<Object> pool) throws Exception {
        try {
            pool.borrowObject();
        } catch (IllegalStateException e) {
            return; // the factory's; there will be a next time
        }
    }
}
