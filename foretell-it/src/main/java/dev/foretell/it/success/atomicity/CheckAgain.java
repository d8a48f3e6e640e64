// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** Looks under the lock, and looks again under the lock before it acts: another thread in between does no harm. */
public final class CheckAgain {
    private String leader;
    private int elections;

    private synchronized boolean hasLeader() {
        return leader != null;
    }

    private synchronized void elect(String name) {
        if (leader == null) {
            leader = name;
            elections++;
        }
    }

    private synchronized void resign() {
        leader = "nobody";
    }

    private void stand(String name) {
        if (!hasLeader()) {
            elect(name);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CheckAgain club = new CheckAgain();
        Thread candidate = new Thread(() -> club.stand("Ann"), "candidate");
        Thread office = new Thread(club::resign, "office");
        candidate.start();
        Thread.sleep(100);
        office.start();
        candidate.join();
        office.join();
        synchronized (club) {
            System.out.println(club.elections <= 1 ? "at most one election" : "too many elections");
        }
    }
}
