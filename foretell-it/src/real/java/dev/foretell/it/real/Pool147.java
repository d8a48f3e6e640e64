// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** POOL-147: a borrower sees that there is nothing for it yet, and waits; what is given to it in between is lost. */
public final class Pool147 {
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
        Thread holder = Play.start("holder", () -> pool.returnObject(one));
        Play.join(borrower, holder);
    }
}
