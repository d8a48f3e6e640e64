// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.trace.io.DefinitionRecord;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * How many permits semaphores begin with. Each is asked before the first call on it that is recorded goes through, and
 * no call goes through before: so what it has then is what it had before all of them.
 */
final class InitialPermits {
    private final DefinitionFile definitions;
    private final Set<Long> known = ConcurrentHashMap.newKeySet();

    InitialPermits(DefinitionFile definitions) {
        this.definitions = definitions;
    }

    /** Somebody is about to take or give permits, or has just done so. */
    void meet(long id, Semaphore semaphore) {
        if (known.contains(id)) {
            return;
        }
        synchronized (this) {
            if (!known.contains(id)) {
                definitions.append(DefinitionRecord.permits(id, LockIdentity.permits(semaphore)));
                known.add(id);
            }
        }
    }
}
