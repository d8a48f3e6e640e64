// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.lang.ref.WeakReference;

/** One garbage collection, which wakes threads that wait for a reference to be cleared. */
final class ForcedCollection {
    private ForcedCollection() {}

    /** Whether it took place: explicit collections can be disabled. */
    static boolean run() {
        WeakReference<Object> canary = new WeakReference<>(new Object());
        System.gc();
        return canary.get() == null;
    }
}
