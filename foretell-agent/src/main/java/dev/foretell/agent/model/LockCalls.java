// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;

/** Calls that take and give up locks, for the thread alone or with others. */
final class LockCalls {
    private LockCalls() {}

    static void before(EffectListener thread, ModelledCall call, Effect effect, Object lock) {
        boolean shared = effect.shared();
        switch (effect.verb()) {
            case ACQUIRE -> {
                if (effect.interruptible()) {
                    thread.interruptibly();
                }
                if (shared) {
                    thread.beforeShare(lock, true, call.site(EventKind.ACQUIRE_SHARED));
                } else {
                    thread.beforeEnter(lock, call.site(EventKind.ACQUIRE));
                }
            }
            case TRY -> thread.beforeTry(lock, shared, call.lockSites);
            case RELEASE -> {
                if (shared) {
                    thread.beforeUnshare(lock, call.site(EventKind.RELEASE_SHARED));
                } else {
                    thread.beforeExit(lock, call.site(EventKind.RELEASE));
                }
            }
            case UPGRADE -> thread.beforeTry(lock, false, call.lockSites);
            case DOWNGRADE -> {
                if (thread.holds(lock, false)) {
                    // Now, because as soon as it is done others may share the lock as well.
                    thread.beforeExit(lock, call.site(EventKind.RELEASE));
                    thread.afterShare(lock, false, call.site(EventKind.ACQUIRE_SHARED));
                } else {
                    thread.beforeShare(lock, false, call.site(EventKind.ACQUIRE_SHARED));
                }
            }
            default -> throw new IllegalArgumentException(effect.toString());
        }
    }

    static void after(EffectListener thread, ModelledCall call, Effect effect, Object lock, boolean happened) {
        if (happened) {
            after(thread, call, effect, lock);
        } else if (effect.verb() != Effect.Verb.DOWNGRADE && call.lockSites.failed() != 0) {
            thread.tryAcquireFailed(lock, call.lockSites);
        }
    }

    private static void after(EffectListener thread, ModelledCall call, Effect effect, Object lock) {
        boolean shared = effect.shared();
        switch (effect.verb()) {
            case ACQUIRE -> {
                if (shared) {
                    thread.afterShare(lock, true, call.site(EventKind.ACQUIRE_SHARED));
                } else {
                    thread.afterEnter(lock, call.site(EventKind.ACQUIRE));
                }
            }
            case TRY -> thread.afterTry(lock, shared, call.lockSites);
            case UPGRADE -> {
                thread.beforeUnshare(lock, call.site(EventKind.RELEASE_SHARED));
                if (!thread.holds(lock, false)) {
                    thread.afterTry(lock, false, call.lockSites);
                }
            }
            case DOWNGRADE -> {
                if (!thread.holds(lock, true)) {
                    thread.afterShare(lock, false, call.site(EventKind.ACQUIRE_SHARED));
                }
            }
            default -> throw new IllegalArgumentException(effect.toString());
        }
    }
}
