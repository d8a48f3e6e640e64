// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Two clerks a day, until lots send a day's clerks to the account: only these two have the bug. Which day that is
 * depends on all that a program can take from chance or the clock, so a replay with other lots sends other clerks
 * there.
 */
// harm: balance exception IllegalStateException: 90
public final class DrawnByLot {
    private static final Random SHARED = new Random();

    private final Random random = new Random();
    private final SplittableRandom splittable = new SplittableRandom();
    private final SecureRandom secure = new SecureRandom();
    private int balance = 100;

    private boolean draw() {
        byte[] bytes = new byte[3];
        secure.nextBytes(bytes);
        long lot = SHARED.nextInt(1000)
                + random.nextInt(1000)
                + splittable.nextInt(1000)
                + secure.nextInt(1000)
                + bytes[0]
                + ThreadLocalRandom.current().nextInt(10, 1000)
                + UUID.randomUUID().hashCode()
                + (long) (Math.random() * 1000)
                + System.nanoTime()
                + System.currentTimeMillis()
                + Instant.now().getNano()
                + System.identityHashCode(new Object())
                + new Object().hashCode();
        return Math.floorMod(lot * 0x9E3779B97F4A7C15L >> 32, 8) == 0;
    }

    private void withdraw(long pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            return;
        }
        balance -= 10; // race: balance
    }

    private void day(Runnable early, Runnable late) throws InterruptedException {
        Thread first = new Thread(early);
        Thread second = new Thread(late);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    public static void main(String[] args) throws InterruptedException {
        DrawnByLot desk = new DrawnByLot();
        while (!desk.draw()) {
            desk.day(() -> {}, () -> {});
        }
        desk.day(() -> desk.withdraw(0), () -> desk.withdraw(60));
        if (desk.balance != 80) {
            throw new IllegalStateException(Integer.toString(desk.balance));
        }
        System.out.println("done");
    }
}
