// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

/** Messages are filled by one thread, passed through a synchronized queue, and changed by the other without a lock. */
public final class OwnershipTransfer {
    private static final class Message {
        private int body;
        private Message next;
    }

    private Message first;
    private Message last;

    private synchronized void put(Message message) {
        if (first == null) {
            first = message;
        } else {
            last.next = message;
        }
        last = message;
        notifyAll();
    }

    private synchronized Message take() throws InterruptedException {
        while (first == null) {
            wait();
        }
        Message message = first;
        first = message.next;
        return message;
    }

    private void send() {
        for (int i = 1; i <= 5; i++) {
            Message message = new Message();
            message.body = i;
            put(message);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OwnershipTransfer queue = new OwnershipTransfer();
        Thread sender = new Thread(queue::send);
        sender.start();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            Message message = queue.take();
            message.body *= 10;
            sum += message.body;
        }
        sender.join();
        System.out.println("sum " + sum);
    }
}
