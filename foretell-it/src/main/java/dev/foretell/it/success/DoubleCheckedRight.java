// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Double-checked locking as it should be: the field is volatile. */
public final class DoubleCheckedRight {
    private static volatile DoubleCheckedRight instance;

    private int uses;
    private final Object lock = new Object();
    private String[] names;

    private DoubleCheckedRight() {
        names = new String[] {"a", "b"};
    }

    private static DoubleCheckedRight get() {
        DoubleCheckedRight result = instance;
        if (result == null) {
            synchronized (DoubleCheckedRight.class) {
                result = instance;
                if (result == null) {
                    result = new DoubleCheckedRight();
                    instance = result;
                }
            }
        }
        return result;
    }

    private static void use() {
        DoubleCheckedRight it = get();
        synchronized (it.lock) {
            it.uses += it.names.length;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(DoubleCheckedRight::use);
        Thread second = new Thread(DoubleCheckedRight::use);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("uses " + get().uses);
    }
}
