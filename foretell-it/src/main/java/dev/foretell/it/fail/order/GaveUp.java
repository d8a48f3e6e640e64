// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

import java.util.ArrayDeque;
import java.util.Deque;

/** A thread whose wait times out stays in the queue, and the next item is lost. */
// options: --fail-on warning
// harm: Ticket exception the item is lost
public final class GaveUp {
    private static final class Ticket {
        private boolean served;
    }

    private final Deque<Ticket> queue = new ArrayDeque<>();
    private int items;

    private boolean take(long millis) throws InterruptedException {
        Ticket ticket = new Ticket();
        synchronized (this) {
            if (items > 0) {
                items--;
                return true;
            }
            queue.add(ticket);
        }
        synchronized (ticket) {
            if (!ticket.served) {
                ticket.wait(millis); // order: Ticket
            }
            return ticket.served;
        }
    }

    private void put() {
        Ticket first;
        synchronized (this) {
            first = queue.poll();
            if (first == null) {
                items++;
                return;
            }
        }
        synchronized (first) {
            first.served = true;
            first.notify(); // order: Ticket
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GaveUp shop = new GaveUp();
        boolean[] taken = new boolean[1];
        Thread taker = new Thread(() -> {
            try {
                taken[0] = shop.take(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread giver = new Thread(shop::put);
        taker.start();
        Thread.sleep(200);
        giver.start();
        taker.join();
        giver.join();
        if (!taken[0] && !shop.take(100)) {
            throw new IllegalStateException("the item is lost");
        }
    }
}
