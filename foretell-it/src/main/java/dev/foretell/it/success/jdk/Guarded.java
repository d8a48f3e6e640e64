// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.BitSet;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/** Collections, texts and their iterators that are not thread-safe, used by two threads under one lock. */
public final class Guarded {
    private final Object lock = new Object();
    private final Map<TimeUnit, Integer> hashed = new HashMap<>();
    private final Map<TimeUnit, Integer> linked = new LinkedHashMap<>();
    private final Map<TimeUnit, Integer> sorted = new TreeMap<>();
    private final Map<TimeUnit, Integer> identical = new IdentityHashMap<>();
    private final Map<TimeUnit, Integer> weak = new WeakHashMap<>();
    private final Map<TimeUnit, Integer> enumerated = new EnumMap<>(TimeUnit.class);
    private final Set<Integer> set = new HashSet<>();
    private final Set<Integer> tree = new TreeSet<>();
    private final Deque<Integer> list = new LinkedList<>();
    private final Queue<Integer> heap = new PriorityQueue<>();
    private final BitSet bits = new BitSet();
    private final StringBuilder text = new StringBuilder();

    private static int sum(Map<TimeUnit, Integer> map, TimeUnit unit, int value) {
        map.put(unit, value);
        int sum = map.size();
        for (TimeUnit key : map.keySet()) {
            sum += map.get(key);
        }
        for (Map.Entry<TimeUnit, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
        }
        for (int one : map.values()) {
            sum += one;
        }
        return sum;
    }

    private int use(TimeUnit unit, int value) {
        synchronized (lock) {
            int sum = sum(hashed, unit, value)
                    + sum(linked, unit, value)
                    + sum(sorted, unit, value)
                    + sum(identical, unit, value)
                    + sum(weak, unit, value)
                    + sum(enumerated, unit, value);
            set.add(value);
            tree.add(value);
            list.addFirst(value);
            heap.offer(value);
            bits.set(value);
            text.append(value);
            for (Iterator<Integer> each = list.iterator(); each.hasNext(); ) {
                sum += each.next();
            }
            for (int one : heap) {
                sum += one;
            }
            sum += set.size() + tree.size() + heap.peek() + bits.cardinality();
            return sum + text.length();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Guarded guarded = new Guarded();
        Thread other = new Thread(() -> guarded.use(TimeUnit.DAYS, 1));
        other.start();
        guarded.use(TimeUnit.HOURS, 2);
        other.join();
        System.out.println(guarded.use(TimeUnit.DAYS, 1));
    }
}
