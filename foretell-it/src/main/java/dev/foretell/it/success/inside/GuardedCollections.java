// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.inside;

import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.Vector;

/** Collections that threads share as they should: under a lock, behind a wrapper, or only to read them. */
// options: --detect race --include java.util.**,java.text.**
public final class GuardedCollections implements Comparable<GuardedCollections> {
    private final List<String> list = new ArrayList<>();
    private final Map<Object, Integer> map = new HashMap<>();
    private final Map<String, Integer> tree = new TreeMap<>();
    private final BitSet bits = new BitSet();
    private final PriorityQueue<GuardedCollections> queue = new PriorityQueue<>();
    private final ArrayDeque<String> deque = new ArrayDeque<>();
    private final SimpleDateFormat format = new SimpleDateFormat("yyyy");
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
    private final Vector<String> vector = new Vector<>();
    private final Map<String, Integer> fixed = new LinkedHashMap<>(Map.of("a", 1, "b", 2));

    @Override
    public int compareTo(GuardedCollections other) {
        return 0;
    }

    private void work(int number) {
        for (int i = 0; i < 2; i++) {
            synchronized (this) {
                list.add("x" + number);
                map.merge(new ArrayList<>(list).get(0), 1, Integer::sum);
                map.computeIfAbsent(number, key -> list.size());
                tree.put("k" + i, number);
                bits.set(number * 10 + i);
                queue.add(this);
                deque.addLast("d");
                format.format(new Date(0));
                Collections.sort(list);
                for (String each : list) {
                    tree.remove(each);
                }
            }
            wrapped.add("w");
            vector.add("v");
            int sum = 0;
            for (Map.Entry<String, Integer> entry : fixed.entrySet()) {
                sum += entry.getValue() + fixed.get(entry.getKey());
            }
            for (String key : fixed.keySet()) {
                sum += fixed.values().size() + key.length();
            }
            if (sum != 12) {
                throw new IllegalStateException("sum is " + sum);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GuardedCollections shared = new GuardedCollections();
        Thread one = new Thread(() -> shared.work(1));
        Thread other = new Thread(() -> shared.work(2));
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(shared.list.size() + " " + shared.wrapped.size() + " " + shared.vector.size() + " "
                + shared.bits.cardinality() + " " + shared.queue.size() + " " + shared.deque.size());
    }
}
