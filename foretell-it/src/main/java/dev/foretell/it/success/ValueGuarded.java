// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/**
 * The reader looks at the data only when the lock-guarded flag says so, and otherwise goes without. A prediction that
 * ignores what the guard was read as would accuse the data.
 */
public final class ValueGuarded {
    private boolean published;
    private int data;

    private synchronized void publish() {
        published = true;
    }

    private synchronized boolean isPublished() {
        return published;
    }

    private void write() {
        data = 7;
        publish();
    }

    private void read() {
        if (isPublished()) {
            int seen = data;
            if (seen != 7) {
                throw new IllegalStateException("read " + seen);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ValueGuarded guarded = new ValueGuarded();
        Thread writer = new Thread(guarded::write);
        Thread reader = new Thread(guarded::read);
        writer.start();
        Thread.sleep(100);
        reader.start();
        writer.join();
        reader.join();
        System.out.println("done");
    }
}
