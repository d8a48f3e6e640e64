// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Collections that one thread fills and another one goes through afterwards, or that may be walked through while they
 * change.
 */
public final class Iterators {
    private static final List<Integer> LIST = new ArrayList<>();
    private static final Deque<Integer> DEQUE = new ArrayDeque<>();
    private static final Map<Integer, Integer> MAP = new HashMap<>();
    private static final Map<Integer, Integer> LINKED = new LinkedHashMap<>();
    private static final Map<Integer, Integer> CONCURRENT = new ConcurrentHashMap<>();
    private static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

    private static void fill() {
        for (int i = 0; i < 3; i++) {
            LIST.add(i);
            DEQUE.add(i);
            MAP.put(i, i);
            LINKED.put(i, i);
        }
    }

    private static int sum(Collection<Integer> numbers) {
        int sum = 0;
        Iterator<Integer> each = numbers.iterator();
        while (each.hasNext()) {
            sum += each.next();
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread filler = new Thread(Iterators::fill);
        filler.start();
        for (int i = 0; i < 3; i++) {
            CONCURRENT.put(i, i);
            QUEUE.add(i);
        }
        filler.join();
        Thread reader = new Thread(() -> {
            int sum = sum(LIST) + sum(DEQUE) + sum(MAP.values()) + sum(LINKED.values()) + sum(LIST.subList(1, 3));
            sum += sum(Collections.unmodifiableCollection(LIST));
            System.out.println(sum);
        });
        reader.start();
        Thread adder = new Thread(() -> {
            QUEUE.add(3);
            CONCURRENT.put(3, 3);
        });
        adder.start();
        int most = sum(CONCURRENT.values()) + sum(QUEUE);
        adder.join();
        reader.join();
        int all = sum(CONCURRENT.values()) + sum(QUEUE);
        if (most > all) {
            throw new IllegalStateException("went through more than there was");
        }
        System.out.println(all);
    }
}
