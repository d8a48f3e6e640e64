// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

/**
 * Objects, monitors, arrays and ended threads that are not reachable any more are reclaimed; cleaners and finalizers
 * run.
 */
public final class Reclaimed {
    private static volatile boolean finalized;
    private static volatile boolean cleaned;

    private static final class Old {
        private int value;

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            finalized = true;
        }
    }

    private static final class Node {
        private int value;
    }

    private static void use(Node node) {
        synchronized (node) {
            node.value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node node = new Node();
        use(node);
        int[] array = {1};
        array[0]++;
        Old old = new Old();
        old.value++;
        Thread thread = new Thread(() -> finalized = false);
        thread.start();
        thread.join();
        WeakHashMap<Node, String> map = new WeakHashMap<>();
        map.put(node, "node");
        Cleaner.create().register(node, () -> cleaned = true);
        WeakReference<Object> first = new WeakReference<>(node);
        WeakReference<Object> second = new WeakReference<>(array);
        WeakReference<Object> third = new WeakReference<>(thread);
        WeakReference<Object> fourth = new WeakReference<>(old);
        node = null;
        array = null;
        thread = null;
        old = null;
        for (int i = 0;
                i < 400 && !(finalized && cleaned && map.isEmpty() && gone(first, second, third, fourth));
                i++) {
            System.gc();
            Thread.sleep(5);
        }
        System.out.println(finalized + " " + cleaned + " " + map.isEmpty() + " " + gone(first, second, third, fourth));
    }

    @SafeVarargs
    private static boolean gone(WeakReference<Object>... references) {
        for (WeakReference<Object> reference : references) {
            if (reference.get() != null) {
                return false;
            }
        }
        return true;
    }
}
