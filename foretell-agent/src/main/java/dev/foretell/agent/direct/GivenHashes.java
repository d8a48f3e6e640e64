package dev.foretell.agent.direct;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * The identity hash codes that objects were given in place of their own: an object has one, whoever asks and wherever, or its
 * program's hash tables would break. Keeps no object alive.
 */
final class GivenHashes {
    private final Map<Key, Integer> given = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** The hash code of an object: the one given before, or else {@code wanted}. */
    synchronized int of(Object object, int real, int wanted) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            given.remove(key);
        }
        Key key = new Key(object, real, gone);
        Integer before = given.putIfAbsent(key, wanted);
        return before == null ? wanted : before;
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object object, int hash, ReferenceQueue<Object> queue) {
            super(object, queue);
            this.hash = hash;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object mine = get();
            return mine != null && other instanceof Key && ((Key) other).refersTo(mine);
        }
    }
}
