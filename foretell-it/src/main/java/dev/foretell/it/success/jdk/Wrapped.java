// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Stack;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;

/** Collections that lock themselves, or are made for many threads, one call at a time; and read-only views. */
public final class Wrapped {
    private final List<Integer> list = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
    private final Collection<Integer> all = Collections.synchronizedCollection(new ArrayList<>());
    private final Hashtable<Integer, Integer> table = new Hashtable<>();
    private final Stack<Integer> stack = new Stack<>();
    private final Properties properties = new Properties();
    private final ConcurrentSkipListMap<Integer, Integer> skips = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListSet<Integer> sorted = new ConcurrentSkipListSet<>();
    private final CopyOnWriteArraySet<Integer> copied = new CopyOnWriteArraySet<>();
    private final ConcurrentHashMap<Integer, Integer> concurrent = new ConcurrentHashMap<>();
    private final Collection<Integer> fixed = Collections.unmodifiableCollection(List.of(1, 2));
    private final Map<Integer, Integer> constants = Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2)));

    private void add(int value) {
        list.add(value);
        map.put(value, value);
        all.add(value);
        table.put(value, value);
        stack.push(value);
        properties.setProperty("key" + value, "value");
        skips.put(value, value);
        sorted.add(value);
        copied.add(value);
        concurrent.put(value, value + fixed.size() + constants.get(1));
    }

    private int sum() {
        int sum = list.size() + map.size() + all.size() + table.size() + stack.size() + sorted.size() + copied.size();
        for (int value : skips.values()) {
            sum += value;
        }
        for (int key : concurrent.keySet()) {
            sum += concurrent.get(key);
        }
        return sum + properties.keySet().toArray().length;
    }

    public static void main(String[] args) throws InterruptedException {
        Wrapped wrapped = new Wrapped();
        Thread other = new Thread(() -> wrapped.add(1));
        other.start();
        wrapped.add(2);
        other.join();
        System.out.println(wrapped.sum());
    }
}
