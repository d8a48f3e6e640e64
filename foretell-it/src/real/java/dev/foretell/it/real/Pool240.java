// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** POOL-240: an object is thrown away, but waiting borrowers are not notified that there is room again. */
public final class Pool240 extends BasePooledObjectFactory<Object> {
    @Override
    public Object create() {
        return new Object();
    }

    @Override
    public PooledObject<Object> wrap(Object object) {
        return new DefaultPooledObject<>(object);
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new Pool240());
        pool.setMaxTotal(1);
        Object one = pool.borrowObject();
        Thread holder = Play.start("holder", () -> pool.invalidateObject(one));
        Play.settle(holder);
        Thread borrower = Play.start("borrower", pool::borrowObject);
        Play.join(holder, borrower);
    }
}
