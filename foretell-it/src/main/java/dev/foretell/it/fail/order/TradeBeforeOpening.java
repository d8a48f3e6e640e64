// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.order;

/** Who trades before the market is open is thrown out, in the middle of what it meant to do. */
// harm: open exception the market is closed
public final class TradeBeforeOpening {
    private boolean open;
    private int trades;

    private synchronized void open() {
        open = true; // order: open
    }

    private synchronized void trade() {
        if (!open) { // order: open
            throw new IllegalStateException("the market is closed");
        }
        trades++;
    }

    private synchronized int trades() {
        return trades;
    }

    public static void main(String[] args) throws InterruptedException {
        TradeBeforeOpening market = new TradeBeforeOpening();
        Thread opener = new Thread(market::open, "opener");
        Thread trader = new Thread(
                () -> {
                    for (int i = 0; i < 3; i++) {
                        market.trade();
                    }
                },
                "trader");
        opener.start();
        Thread.sleep(100);
        trader.start();
        opener.join();
        trader.join();
        System.out.println(market.trades() + " trades");
    }
}
