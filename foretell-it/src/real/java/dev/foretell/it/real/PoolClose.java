// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/** commons-pool 1.2: an object comes back to a pool that is being closed. */
public final class PoolClose {
    public static void main(String[] args) throws Exception {
        GenericObjectPool pool = new GenericObjectPool(new BasePoolableObjectFactory() {
            @Override
            public Object makeObject() {
                return new Object();
            }
        });
        Object one = pool.borrowObject();
        Thread user = Play.start("user", () -> pool.returnObject(one));
        Play.settle(user);
        Thread closer = Play.start("closer", pool::close);
        Play.join(user, closer);
    }
}
