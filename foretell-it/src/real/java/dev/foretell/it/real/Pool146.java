// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BaseKeyedPoolableObjectFactory;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;

/** POOL-146: only the first in the queue is served, even when it waits for a key that others do not need. */
public final class Pool146 {
    public static void main(String[] args) throws Exception {
        GenericKeyedObjectPool pool = new GenericKeyedObjectPool(new BaseKeyedPoolableObjectFactory() {
            @Override
            public Object makeObject(Object key) {
                return new Object();
            }
        });
        pool.setMaxActive(1);
        Object one = pool.borrowObject("a");
        Thread other = Play.start("other", () -> pool.borrowObject("b"));
        Play.settle(other);
        Thread same = Play.start("same", () -> pool.borrowObject("a"));
        Play.settle(same);
        Play.join(other);
        pool.returnObject("a", one);
        Play.join(same);
    }
}
