// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** A transfer passes through a state that no other thread sees: the audit takes the same lock. */
public final class AuditUnderLock {
    private volatile int total = 100;

    private synchronized void transfer(int amount) {
        int before = total;
        total = before - amount;
        total = before;
    }

    private synchronized void audit() {
        int seen = total;
        if (seen != 100) {
            throw new IllegalStateException("money is missing: " + seen);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AuditUnderLock bank = new AuditUnderLock();
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
