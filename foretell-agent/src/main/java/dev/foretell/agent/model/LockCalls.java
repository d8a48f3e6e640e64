// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;

/** Calls that acquire and release locks, exclusively or in shared mode. */
final class LockCalls {
    private LockCalls() {}

    static void beforeAcquire(EffectListener thread, ModelledCall call, Effect effect, Object lock) {
        if (effect.interruptible()) {
            thread.interruptibly();
        }
        if (effect.shared()) {
            thread.beforeShare(lock, true, call.site(EventKind.ACQUIRE_SHARED));
        } else {
            thread.beforeEnter(lock, call.site(EventKind.ACQUIRE));
        }
    }

    static void afterAcquire(EffectListener thread, ModelledCall call, Effect effect, Object lock, boolean happened) {
        if (!happened) {
            failed(thread, call, lock);
        } else if (effect.shared()) {
            thread.afterShare(lock, true, call.site(EventKind.ACQUIRE_SHARED));
        } else {
            thread.afterEnter(lock, call.site(EventKind.ACQUIRE));
        }
    }

    static void afterTry(EffectListener thread, ModelledCall call, Effect effect, Object lock, boolean happened) {
        if (happened) {
            thread.afterTry(lock, effect.shared(), call.lockSites);
        } else {
            failed(thread, call, lock);
        }
    }

    static void beforeRelease(EffectListener thread, ModelledCall call, Effect effect, Object lock) {
        if (effect.shared()) {
            thread.beforeUnshare(lock, call.site(EventKind.RELEASE_SHARED));
        } else {
            thread.beforeExit(lock, call.site(EventKind.RELEASE));
        }
    }

    static void afterUpgrade(EffectListener thread, ModelledCall call, Object lock, boolean happened) {
        if (!happened) {
            failed(thread, call, lock);
            return;
        }
        thread.beforeUnshare(lock, call.site(EventKind.RELEASE_SHARED));
        if (!thread.holds(lock, false)) {
            thread.afterTry(lock, false, call.lockSites);
        }
    }

    static void beforeDowngrade(EffectListener thread, ModelledCall call, Object lock) {
        if (thread.holds(lock, false)) {
            // Before the call: as soon as it is done, other threads may acquire the lock in shared mode.
            thread.beforeExit(lock, call.site(EventKind.RELEASE));
            thread.afterShare(lock, false, call.site(EventKind.ACQUIRE_SHARED));
        } else {
            thread.beforeShare(lock, false, call.site(EventKind.ACQUIRE_SHARED));
        }
    }

    static void afterDowngrade(EffectListener thread, ModelledCall call, Object lock, boolean happened) {
        if (happened && !thread.holds(lock, true)) {
            thread.afterShare(lock, false, call.site(EventKind.ACQUIRE_SHARED));
        }
    }

    private static void failed(EffectListener thread, ModelledCall call, Object lock) {
        if (call.lockSites.failed() != 0) {
            thread.tryAcquireFailed(lock, call.lockSites);
        }
    }
}
