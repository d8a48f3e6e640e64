// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Copies are copies: changes and monitors of the one are not those of the other. */
public final class Cloning implements Cloneable {
    private int number = 1;
    private int[] array = {1, 2};

    @Override
    public Cloning clone() {
        try {
            Cloning copy = (Cloning) super.clone();
            copy.array = array.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cloning original = new Cloning();
        original.number = 2;
        synchronized (original) {
            Cloning copy = original.clone();
            Thread other = new Thread(() -> {
                synchronized (copy) {
                    copy.number++;
                    copy.array[0] = 9;
                }
            });
            other.start();
            other.join();
            System.out.println(original.number + " " + copy.number + " " + original.array[0] + copy.array[0]);
            System.out.println(Thread.holdsLock(copy));
        }
    }
}
