// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/**
 * A transfer takes a sum out and puts it back in, under a lock; who looks at the volatile total without it sees less.
 */
// harm: total exception money is missing
public final class HalfwayTotal {
    private volatile int total = 100;

    private synchronized void transfer(int amount) {
        total -= amount; // atomicity: total
        total += amount; // atomicity: total
    }

    private void audit() {
        int seen = total; // atomicity: total
        if (seen != 100) {
            throw new IllegalStateException("money is missing: " + seen);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        HalfwayTotal bank = new HalfwayTotal();
        Thread clerk = new Thread(() -> bank.transfer(30), "clerk");
        Thread auditor = new Thread(bank::audit, "auditor");
        auditor.start();
        Thread.sleep(100);
        clerk.start();
        auditor.join();
        clerk.join();
        System.out.println("total " + bank.total);
    }
}
