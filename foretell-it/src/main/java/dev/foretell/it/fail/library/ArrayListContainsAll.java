// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.library;

/** An array list: {@code containsAll} iterates over the other list, which notices that it is changed meanwhile. */
// harm: changes#2 exception changed during
// harm: changes#3 exception changed during
public final class ArrayListContainsAll {
    /** The list without a lock. */
    private static final class Items {
        private int[] elements = new int[4];
        private int size;
        private int changes;

        void add(int element) {
            changes++;
            elements[size++] = element;
        }

        void clear() {
            changes++; // race: changes#1 changes#2; atomicity: changes#3
            size = 0; // race: size
        }

        boolean contains(int element) {
            for (int i = 0; i < size; i++) {
                if (elements[i] == element) {
                    return true;
                }
            }
            return false;
        }

        boolean containsAll(Items other) {
            int expected = other.changes; // race: changes#1; atomicity: changes#3
            for (int i = 0; i < other.size; i++) { // race: size
                int element = other.elements[i];
                if (other.changes != expected) { // race: changes#2; atomicity: changes#3
                    throw new IllegalStateException("changed during an iteration");
                }
                if (!contains(element)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Items items = new Items();

    private synchronized void add(int element) {
        items.add(element);
    }

    private synchronized void clear() {
        items.clear();
    }

    private synchronized boolean containsAll(ArrayListContainsAll other) {
        return items.containsAll(other.items);
    }

    public static void main(String[] args) throws InterruptedException {
        ArrayListContainsAll all = new ArrayListContainsAll();
        ArrayListContainsAll some = new ArrayListContainsAll();
        for (int i = 1; i < 4; i++) {
            all.add(i);
            some.add(4 - i);
        }
        Thread asking = new Thread(() -> System.out.println(all.containsAll(some)), "asking");
        Thread clearing = new Thread(some::clear, "clearing");
        asking.start();
        Thread.sleep(100);
        clearing.start();
        asking.join();
        clearing.join();
    }
}
