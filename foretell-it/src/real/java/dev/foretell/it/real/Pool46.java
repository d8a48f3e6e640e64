// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.pool.BaseObjectPool;

/** POOL-46: the flag {@code closed} is neither volatile nor guarded, so that a thread need never see it. */
public final class Pool46 extends BaseObjectPool {
    @Override
    public Object borrowObject() {
        return isClosed() ? "none" : "one";
    }

    @Override
    public void returnObject(Object object) {}

    @Override
    public void invalidateObject(Object object) {}

    public static void main(String[] args) throws Exception {
        Pool46 pool = new Pool46();
        Thread borrower = Play.start("borrower", pool::borrowObject);
        Play.settle(borrower);
        Thread closer = Play.start("closer", pool::close);
        Play.join(borrower, closer);
    }
}
