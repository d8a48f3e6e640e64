// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.trace.io.DefinitionRecord;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The initial permits of semaphores. They are read before the first recorded call on a semaphore is made, so no
 * recorded call has changed them.
 */
final class InitialPermits {
    private final DefinitionFile definitions;
    private final Set<Long> known = ConcurrentHashMap.newKeySet();

    InitialPermits(DefinitionFile definitions) {
        this.definitions = definitions;
    }

    /** A thread is about to acquire or release permits, or has just done so. */
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
