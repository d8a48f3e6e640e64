package dev.foretell.it.fail.jdk;

import java.util.concurrent.Exchanger;

/** A buffer is exchanged for another, and the one who gave it away writes into it once more. */
// harm: content output
public final class ExchangedAndKept {
    private int content;

    private static ExchangedAndKept exchange(Exchanger<ExchangedAndKept> exchanger, ExchangedAndKept mine) {
        try {
            return exchanger.exchange(mine);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<ExchangedAndKept> exchanger = new Exchanger<>();
        Thread writer = new Thread(() -> {
            ExchangedAndKept full = new ExchangedAndKept();
            full.content = 1;
            exchange(exchanger, full);
            full.content = 2; // race: content
        });
        writer.start();
        ExchangedAndKept got = exchange(exchanger, new ExchangedAndKept());
        Thread.sleep(100);
        System.out.println(got.content); // race: content
        writer.join();
    }
}
