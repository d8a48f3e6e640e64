// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.concurrent.Exchanger;

/** A buffer is exchanged for another, and the one who gave it away writes into it once more. */
// harm: text output
public final class ExchangedAndKept {
    private int text;

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
            full.text = 1;
            exchange(exchanger, full);
            full.text = 2; // race: text
        });
        writer.start();
        ExchangedAndKept got = exchange(exchanger, new ExchangedAndKept());
        Thread.sleep(100);
        System.out.println(got.text); // race: text
        writer.join();
    }
}
