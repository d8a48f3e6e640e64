// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's critical section: entry is guarded by a plain variable, looked at and then set. */
// harm: owner#1 exception section of
public final class Critical {
    private int owner;

    private void visit(int id) {
        while (owner != 0) { // race: owner#1 owner#2
            Thread.onSpinWait();
        }
        owner = id; // race: owner#1
        work();
        if (owner != id) { // race
            throw new IllegalStateException("someone else is in the section of " + id);
        }
        owner = 0; // race: owner#2
    }

    private static void work() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Critical section = new Critical();
        Thread first = new Thread(() -> section.visit(1));
        Thread second = new Thread(() -> section.visit(2));
        first.start();
        Thread.sleep(200);
        second.start();
        first.join();
        second.join();
        System.out.println("both have been there");
    }
}
