// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** Double-checked locking with a plain field: the first look is unordered, whatever the lock does. */
public final class DoubleCheckedWrong {
    private static DoubleCheckedWrong instance;

    private final int[] answer = {42};

    private static DoubleCheckedWrong get() {
        DoubleCheckedWrong result = instance; // race: instance
        if (result == null) {
            synchronized (DoubleCheckedWrong.class) {
                result = instance;
                if (result == null) {
                    result = new DoubleCheckedWrong();
                    instance = result; // race: instance
                }
            }
        }
        return result;
    }

    private static void use() {
        if (get().answer[0] != 42) {
            throw new IllegalStateException("not built");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(DoubleCheckedWrong::use);
        Thread second = new Thread(DoubleCheckedWrong::use);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println("answered");
    }
}
