// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.agent.runtime.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;

/**
 * The identity hash codes that objects got in place of their own: an object has one, for every thread and place, or the
 * program's hash tables would break. Keeps no object alive. Guarded by itself.
 */
final class ReplayedHashes {
    private final Map<IdentityKey, Integer> given = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** The hash code of an object: the one returned before, or else {@code wanted}. */
    synchronized int of(Object object, int real, int wanted) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            given.remove(key);
        }
        IdentityKey key = new IdentityKey(object, real, gone);
        Integer before = given.putIfAbsent(key, wanted);
        return before == null ? wanted : before;
    }
}
