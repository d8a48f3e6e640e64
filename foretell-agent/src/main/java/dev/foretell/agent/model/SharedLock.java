// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

/**
 * A share of a lock, as something that a thread holds or wants. Two of them are the same when their lock is.
 *
 * @param lock what stands for the lock, see {@link LockIdentity}
 */
public record SharedLock(Object lock) {
    /** The lock itself, whether it is that or a share of it. */
    public static Object lockOf(Object lockOrShare) {
        return lockOrShare instanceof SharedLock share ? share.lock : lockOrShare;
    }
}
