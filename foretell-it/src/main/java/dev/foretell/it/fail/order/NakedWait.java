// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** The waiter does not look at anything: when the news comes first, it waits for ever. */
// harm: Object hang
public final class NakedWait {
    public static void main(String[] args) throws InterruptedException {
        Object news = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (news) {
                try {
                    news.wait(); // order: Object
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        Thread announcer = new Thread(() -> {
            synchronized (news) {
                news.notify(); // order: Object
            }
        });
        waiter.start();
        Thread.sleep(200);
        announcer.start();
        waiter.join();
        announcer.join();
    }
}
