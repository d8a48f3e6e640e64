// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.order;

/** A courier who is interrupted while waiting no longer counts as waiting; the next parcel goes onto the shelf. */
public final class InterruptedCourier {
    private static final Object DESK = new Object();
    private static boolean waiting;
    private static String parcel;
    private static int shelf;
    private static int delivered;

    private InterruptedCourier() {}

    private static void courier() {
        synchronized (DESK) {
            waiting = true;
            try {
                while (parcel == null) {
                    DESK.wait();
                }
                delivered++;
                parcel = null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            waiting = false;
        }
    }

    private static void clerk() {
        synchronized (DESK) {
            if (waiting) {
                parcel = "parcel";
                DESK.notify();
            } else {
                shelf++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread courier = new Thread(InterruptedCourier::courier, "courier");
        Thread clerk = new Thread(InterruptedCourier::clerk, "clerk");
        Thread manager = new Thread(() -> courier.interrupt(), "manager");
        courier.start();
        Thread.sleep(200);
        clerk.start();
        Thread.sleep(200);
        manager.start();
        courier.join();
        clerk.join();
        manager.join();
        synchronized (DESK) {
            if (delivered + shelf != 1) {
                throw new IllegalStateException("the parcel is lost");
            }
        }
    }
}
