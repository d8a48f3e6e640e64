// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** POOL-107: filling a pool up to its minimum counts first and adds later. */
public final class Pool107 {
    /** Fills up at once, as the evictor does from time to time. */
    private static final class Filler extends GenericObjectPool {
        Filler(BasePoolableObjectFactory factory) {
            super(factory, 1, WHEN_EXHAUSTED_FAIL, 0);
            setMinIdle(1);
        }

        void fill() throws Exception {
            var ensure = GenericObjectPool.class.getDeclaredMethod("ensureMinIdle");
            ensure.setAccessible(true);
            ensure.invoke(this);
        }
    }

    public static void main(String[] args) throws Exception {
        Filler pool = new Filler(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return new Object();
            }
        });
        Thread filler = Play.start("filler", pool::fill);
        Play.settle(filler);
        Thread user = Play.start("user", pool::borrowObject);
        Play.join(filler, user);
        int alive = pool.getNumActive() + pool.getNumIdle();
        System.out.println(alive <= pool.getMaxActive() ? "at most maxActive objects" : "more than maxActive objects");
    }
}
