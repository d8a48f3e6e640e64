// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** An object as the key of a map: compared by identity, and not kept alive. */
public final class IdentityKey extends WeakReference<Object> {
    private final int hash;

    /** {@code hash} is the identity hash code. */
    public IdentityKey(Object object, int hash, ReferenceQueue<Object> queue) {
        super(object, queue);
        this.hash = hash;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        Object mine = get();
        return mine != null && other instanceof IdentityKey && ((IdentityKey) other).refersTo(mine);
    }
}
