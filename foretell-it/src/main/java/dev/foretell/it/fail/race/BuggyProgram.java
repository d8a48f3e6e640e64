// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's lottery: users draw numbers and write them into one history, next free slot first, without a lock. */
// harm: generated exception numbers were lost
public final class BuggyProgram {
    private static final int USERS = 3;
    private static final int DRAWS = 2;

    private final int[] history = new int[USERS * DRAWS];
    private int generated;

    private void draw(int seed) {
        int number = seed;
        for (int i = 0; i < DRAWS; i++) {
            number = (number * 1103515245 + 12345) & 0x7fffffff;
            int slot = generated; // race: generated
            history[slot] = 1 + number % 49; // race
            generated = slot + 1; // race: generated
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BuggyProgram lottery = new BuggyProgram();
        Thread[] users = new Thread[USERS];
        for (int i = 0; i < USERS; i++) {
            int seed = i + 1;
            users[i] = new Thread(() -> lottery.draw(seed), "user-" + seed);
            users[i].start();
            Thread.sleep(100);
        }
        for (Thread user : users) {
            user.join();
        }
        if (lottery.generated != USERS * DRAWS) {
            throw new IllegalStateException("numbers were lost: only " + lottery.generated + " drawn");
        }
        System.out.println(lottery.generated + " numbers drawn");
    }
}
