package dev.foretell.agent.library;

import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Numbers for the keys of maps, equal for equal keys. Only keys of a few JDK classes, whose {@code equals} is known to be
 * harmless: others are the program's code. There is a limit, so that a program with many keys does not fill its memory with them.
 */
final class Keys {
    /** All entries, or it is not known which. */
    static final int ALL = 0;

    private static final int LIMIT = 1 << 16;

    private final ConcurrentMap<Object, Integer> numbers = new ConcurrentHashMap<>();

    int number(Object key) {
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
}
