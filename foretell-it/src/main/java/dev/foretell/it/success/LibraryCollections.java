// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Collections and counters that may be used by many threads, and one that a lock of the program protects. */
public final class LibraryCollections {
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> concurrent = new ConcurrentHashMap<>();
    private final List<String> copied = new CopyOnWriteArrayList<>();
    private final List<String> vector = new Vector<>();
    private final StringBuffer text = new StringBuffer();
    private final AtomicInteger count = new AtomicInteger();
    private final LongAdder sum = new LongAdder();
    private final Map<String, Integer> guarded = new HashMap<>();

    private void use(String name) {
        wrapped.add(name);
        concurrent.merge("all", 1, Integer::sum);
        copied.add(name);
        vector.add(name);
        text.append(name);
        count.incrementAndGet();
        sum.increment();
        synchronized (guarded) {
            guarded.put(name, guarded.size());
        }
        int length = 0;
        synchronized (wrapped) {
            for (String each : wrapped) {
                length += each.length();
            }
        }
        for (String each : copied) {
            length += each.length();
        }
        if (length == 0) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LibraryCollections all = new LibraryCollections();
        Thread first = new Thread(() -> all.use("one"));
        Thread second = new Thread(() -> all.use("two"));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(all.count.get() + all.sum.intValue() + all.vector.size() + all.text.length());
    }
}
