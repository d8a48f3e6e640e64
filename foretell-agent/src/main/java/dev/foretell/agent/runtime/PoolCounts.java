// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.Map;

/**
 * How many tasks each pool was given, so that what its workers do has a place among them. Keeps neither pools nor tasks
 * alive.
 */
public final class PoolCounts {
    private final Map<IdentityKey, Tasks> pools = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** The tasks of one pool. */
    private static final class Tasks {
        private static final int LAST = 64;

        private long count;
        /** Identity hash codes of the last ones. */
        private final int[] last = new int[LAST];

        void add(Object task) {
            last[(int) (count++ % LAST)] = System.identityHashCode(task);
        }

        long number(Object task) {
            int hash = System.identityHashCode(task);
            for (long number = count; number > 0 && number > count - LAST; number--) {
                if (last[(int) ((number - 1) % LAST)] == hash) {
                    return number;
                }
            }
            return count;
        }
    }

    /** The pool is given a task. */
    public synchronized void add(Object pool, Object task) {
        IdentityKey key = key(pool);
        Tasks tasks = pools.get(key);
        if (tasks == null) {
            tasks = new Tasks();
            pools.put(key, tasks);
        }
        tasks.add(task);
    }

    /** How many tasks it has been given. */
    public synchronized long of(Object pool) {
        Tasks tasks = pools.get(key(pool));
        return tasks == null ? 0 : tasks.count;
    }

    /** Which of them this one was, from 1 on; the last one when it was given long ago. */
    public synchronized long number(Object pool, Object task) {
        Tasks tasks = pools.get(key(pool));
        return tasks == null ? 0 : tasks.number(task);
    }

    private IdentityKey key(Object pool) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            pools.remove(key);
        }
        return new IdentityKey(pool, System.identityHashCode(pool), gone);
    }
}
