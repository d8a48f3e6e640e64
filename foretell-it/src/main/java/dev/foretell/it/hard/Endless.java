package dev.foretell.it.hard;

/** Two threads count, one with a lock and one without, and never stop; "ready" says that there is something to see. */
public final class Endless {
    private int locked;
    private int unlocked;

    private void count() {
        for (int round = 0; true; round++) {
            synchronized (this) {
                locked++;
            }
            unlocked++;
            if (round == 5000 && locked > 0) {
                System.out.println("ready");
            }
        }
    }

    public static void main(String[] args) {
        Endless endless = new Endless();
        new Thread(endless::count).start();
        endless.count();
    }
}
