// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.pattern;

/** Three threads: one announces an address, one uses it, one withdraws it, in no enforced order. */
// options: --patterns src/main/patterns/withdrawn.patterns
// harm: address exception withdrawn
public final class Withdrawn {
    private volatile String address;

    private void announce() {
        address = "Main Street"; // pattern: address
    }

    private void withdraw() {
        address = null; // pattern: address
    }

    private void use() {
        if (address == null) { // pattern: address
            throw new IllegalStateException("withdrawn");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Withdrawn board = new Withdrawn();
        Thread[] threads = {
            new Thread(board::announce, "announcing"),
            new Thread(board::use, "using"),
            new Thread(board::withdraw, "withdrawing")
        };
        for (Thread thread : threads) {
            thread.start();
            Thread.sleep(100);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }
}
