// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/** No lock at all, only a volatile counter; that the method should be atomic, the user has to say. */
// options: --atomic dev.foretell.it.fail.*.NamedMethod.draw
// harm: next exception drawn twice
public final class NamedMethod {
    private volatile int next = 1;
    private volatile int drawn;

    private void draw() {
        int ticket = next; // atomicity: next
        next = ticket + 1; // atomicity: next
        drawn = ticket;
    }

    private void skip() {
        next = 7; // atomicity: next
    }

    public static void main(String[] args) throws InterruptedException {
        NamedMethod office = new NamedMethod();
        Thread visitor = new Thread(office::draw, "visitor");
        Thread clerk = new Thread(office::skip, "clerk");
        visitor.start();
        Thread.sleep(100);
        clerk.start();
        visitor.join();
        clerk.join();
        if (office.next == office.drawn + 1) {
            throw new IllegalStateException("numbers will be drawn twice: the clerk's " + office.next + " was lost");
        }
        System.out.println("drawn");
    }
}
