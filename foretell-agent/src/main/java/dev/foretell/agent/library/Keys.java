package dev.foretell.agent.library;

import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Numbers for the keys of maps, equal for equal keys. Only keys of a few JDK classes, whose {@code equals} is known to be
 * harmless, classes and constants of enums, which have identity: others are the program's code. There is a limit, so that a
 * program with many keys does not fill its memory with them; classes are not kept from being unloaded.
 */
final class Keys {
    /** All entries, or it is not known which. */
    static final int ALL = 0;

    private static final int LIMIT = 1 << 16;

    private final ConcurrentMap<Object, Integer> numbers = new ConcurrentHashMap<>();
    /** Classes and constants of enums; guarded by itself. Its numbers are above all others. */
    private final WeakHashMap<Object, Integer> identities = new WeakHashMap<>();

    private int lastIdentity = LIMIT;

    int number(Object key) {
        if (key instanceof Class || key instanceof Enum) {
            return identity(key);
        }
        if (!(key instanceof String
                || key instanceof Integer
                || key instanceof Long
                || key instanceof Short
                || key instanceof Byte
                || key instanceof Character
                || key instanceof Boolean
                || key instanceof UUID)) {
            return ALL;
        }
        Integer known = numbers.get(key);
        if (known == null) {
            int size = numbers.size();
            if (size >= LIMIT) {
                return ALL;
            }
            synchronized (numbers) {
                known = numbers.get(key);
                if (known == null) {
                    known = numbers.size() + 1;
                    numbers.put(key, known);
                }
            }
        }
        return known;
    }

    private int identity(Object key) {
        synchronized (identities) {
            Integer known = identities.get(key);
            if (known == null) {
                if (identities.size() >= LIMIT) {
                    return ALL;
                }
                known = ++lastIdentity;
                identities.put(key, known);
            }
            return known;
        }
    }
}
