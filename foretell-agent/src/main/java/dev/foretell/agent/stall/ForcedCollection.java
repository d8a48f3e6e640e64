// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.lang.ref.WeakReference;

/** One garbage collection, so that whatever only a collection would wake is awake. */
final class ForcedCollection {
    private ForcedCollection() {}

    /** Whether it took place: it can be switched off. */
    static boolean run() {
        WeakReference<Object> canary = new WeakReference<>(new Object());
        System.gc();
        return canary.get() == null;
    }
}
