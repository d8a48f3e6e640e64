// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Two threads write fields of the same names, but of different objects, one of them through its superclass. */
public final class SameNameOtherObject {
    private static class Shape {
        protected int size;
    }

    private static final class Square extends Shape {
        private int size;

        void grow() {
            size++;
            super.size--;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Square one = new Square();
        Square other = new Square();
        Thread first = new Thread(() -> {
            one.grow();
            one.grow();
        });
        Thread second = new Thread(other::grow);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(one.size + " " + ((Shape) one).size + " " + other.size + " " + ((Shape) other).size);
    }
}
