// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

/**
 * A lock in shared mode, as something that a thread holds or wants. Two of them are the same when their lock is.
 *
 * @param lock what identifies the lock, see {@link LockIdentity}
 */
public record SharedLock(Object lock) {
    /** The lock itself, whether it is given as such or in shared mode. */
    public static Object lockOf(Object lockOrShare) {
        return lockOrShare instanceof SharedLock share ? share.lock : lockOrShare;
    }
}
