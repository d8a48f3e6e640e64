// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A thread pool that counts words into a concurrent map: most of the work is the library's. */
public final class Pipeline {
    private static final int THREADS = 4;

    private static final class Count {
        private int value;
        private int length;

        Count(int length) {
            this.length = length;
        }

        synchronized void add(int amount) {
            value += amount;
        }

        synchronized int weight() {
            return value * length;
        }
    }

    private static int count(ConcurrentMap<String, Count> counts, int document) {
        int words = 0;
        for (int i = 0; i < 400; i++) {
            String word = "w" + (document * 31 + i * i) % 2000;
            counts.computeIfAbsent(word, key -> new Count(key.length())).add(1);
            words++;
        }
        return words;
    }

    public static void main(String[] args) throws Exception {
        int documents = 800 * WorkloadTimer.scale(args);
        WorkloadTimer clock = new WorkloadTimer();
        ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            int document = i;
            results.add(pool.submit(() -> count(counts, document)));
        }
        long words = 0;
        for (Future<Integer> result : results) {
            words += result.get();
        }
        pool.shutdown();
        long weight = 0;
        for (Count count : counts.values()) {
            weight += count.weight();
        }
        clock.stop(words + " " + weight);
    }
}
