// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.Arrays;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers for the keys of maps, equal for equal keys, found without calling the program's {@code equals} or
 * {@code hashCode}: see {@link KeyClass}. There is a limit, so that a program with many keys does not fill its memory
 * with them; objects that have identity are not kept from being reclaimed.
 *
 * <p>A key whose equality is not known gets no number of its own: it may be any key of its map.
 */
final class MapKeys {
    /** All entries, or an unknown one. */
    static final int ALL = 0;

    private static final int LIMIT = 1 << 16;
    /** A key in a key in a key. */
    private static final int DEEPEST = 4;

    private static final int MOST_PARTS = 16;
    private static final int SHARDS = 16;
    private static final Object ABSENT = new Object();

    private final Classes classes = new Classes();
    private final ConcurrentMap<Object, Integer> numbers = new ConcurrentHashMap<>();
    /** Objects with identity; each guarded by itself. Their numbers are above all others. */
    private final Identities[] identities = new Identities[SHARDS];

    private final AtomicInteger lastIdentity = new AtomicInteger(LIMIT);
    private volatile LibraryModel.Program program;

    MapKeys(LibraryModel.Program program) {
        this.program = program;
        for (int i = 0; i < SHARDS; i++) {
            identities[i] = new Identities();
        }
    }

    void program(LibraryModel.Program newProgram) {
        program = newProgram;
    }

    /** The number of a key that is compared by {@code equals}. */
    int number(Object key) {
        KeyClass type = classes.get(key.getClass());
        if (type.kind == KeyClass.Kind.IDENTITY) {
            return identity(key);
        }
        Object token = type.kind == KeyClass.Kind.VALUE ? key : token(key, 0);
        return token == null ? ALL : numberOf(token);
    }

    /** The number of a key that is compared by its natural order, which is the same for few classes only. */
    int ordered(Object key) {
        if (key instanceof Enum) {
            return identity(key);
        }
        boolean isPlain = key instanceof String
                || key instanceof Integer
                || key instanceof Long
                || key instanceof Short
                || key instanceof Byte
                || key instanceof Character
                || key instanceof Boolean;
        return isPlain ? numberOf(key) : ALL;
    }

    private int numberOf(Object token) {
        Integer known = numbers.get(token);
        if (known == null) {
            int size = numbers.size();
            if (size >= LIMIT) {
                return ALL;
            }
            synchronized (numbers) {
                known = numbers.get(token);
                if (known == null) {
                    known = numbers.size() + 1;
                    numbers.put(token, known);
                }
            }
        }
        return known;
    }

    /** A value that is equal for equal keys and references no object of the program; null when there is none. */
    private Object token(Object key, int depth) {
        if (key == null) {
            return ABSENT;
        }
        KeyClass type = classes.get(key.getClass());
        switch (type.kind) {
            case VALUE -> {
                return key;
            }
            case IDENTITY -> {
                int number = identity(key);
                return number == ALL ? null : new Identified(number);
            }
            case FIELDS, CONTAINER -> {
                return depth == DEEPEST ? null : parts(key, type, depth);
            }
            case UNKNOWN -> {
                return null;
            }
        }
        return null;
    }

    private Object parts(Object key, KeyClass type, int depth) {
        Object[] parts = type.parts(key);
        if (parts.length > MOST_PARTS) {
            return null;
        }
        for (int i = 0; i < parts.length; i++) {
            parts[i] = token(parts[i], depth + 1);
            if (parts[i] == null) {
                return null;
            }
        }
        int owner = 0;
        if (type.kind == KeyClass.Kind.FIELDS) {
            owner = identity(type.owner == null ? key.getClass() : type.owner);
            if (owner == ALL) {
                return null;
            }
        }
        return new Composed(owner, parts);
    }

    private int identity(Object key) {
        Identities shard = identities[System.identityHashCode(key) & SHARDS - 1];
        synchronized (shard) {
            Integer known = shard.numbers.get(key);
            if (known == null) {
                if (shard.numbers.size() >= LIMIT / SHARDS) {
                    return ALL;
                }
                known = lastIdentity.incrementAndGet();
                shard.numbers.put(key, known);
            }
            return known;
        }
    }

    private static final class Identities {
        /** All these have the {@code equals} and {@code hashCode} of {@code Object}, or one that is the same. */
        final WeakHashMap<Object, Integer> numbers = new WeakHashMap<>();
    }

    private record Identified(int number) {}

    /**
     * Several parts that are all compared; {@code owner} is the number of a class, 0 for what is in a container of the
     * JDK.
     */
    private record Composed(int owner, Object[] parts) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Composed that && owner == that.owner && Arrays.equals(parts, that.parts);
        }

        @Override
        public int hashCode() {
            return 31 * owner + Arrays.hashCode(parts);
        }
    }

    private final class Classes extends ClassValue<KeyClass> {
        @Override
        protected KeyClass computeValue(Class<?> type) {
            return KeyClass.of(type, program);
        }
    }
}
