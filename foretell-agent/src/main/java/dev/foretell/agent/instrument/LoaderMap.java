// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Values by class loader. Loaders are held weakly and compared by identity: a program's loader may define
 * {@code equals} as it likes.
 */
final class LoaderMap<V> {
    private final ConcurrentMap<Key, V> map = new ConcurrentHashMap<>();
    private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();

    V get(ClassLoader loader) {
        return map.get(new Key(loader, null));
    }

    /** Returns the value that is now there. */
    V putIfAbsent(ClassLoader loader, V value) {
        for (Reference<?> old = gone.poll(); old != null; old = gone.poll()) {
            map.remove(old);
        }
        V earlier = map.putIfAbsent(new Key(loader, gone), value);
        return earlier == null ? value : earlier;
    }

    private static final class Key extends WeakReference<ClassLoader> {
        private final int hash;

        Key(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other || (other instanceof Key key && key.get() != null && key.get() == get());
        }
    }
}
