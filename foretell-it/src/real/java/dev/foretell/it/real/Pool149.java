// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** POOL-149: like POOL-147, but what is missed is the permission to make a new object. */
public final class Pool149 {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return new Object();
            }
        });
        pool.setMaxActive(1);
        Object one = pool.borrowObject();
        Thread borrower = Play.start("borrower", pool::borrowObject);
        Play.settle(borrower);
        Thread holder = Play.start("holder", () -> pool.invalidateObject(one));
        Play.join(borrower, holder);
    }
}
