// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.beside;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** Two threads sell by the prices of a mock, and add what they took in to one sum without a lock. */
public final class RacyTill {
    private final PriceList prices;
    private int takings;

    /** Final, so that only an inline mock can stand for it. */
    static final class PriceList {
        int price(String article) {
            throw new IllegalStateException("there is no price of " + article);
        }
    }

    private RacyTill(PriceList prices) {
        this.prices = prices;
    }

    private void sell() {
        int price = prices.price("tea");
        takings = takings + price;
    }

    public static void main(String[] args) throws InterruptedException {
        PriceList prices = mock(PriceList.class);
        when(prices.price("tea")).thenReturn(3);
        RacyTill till = new RacyTill(prices);
        Thread first = new Thread(till::sell, "first");
        Thread second = new Thread(till::sell, "second");
        first.start();
        Thread.sleep(200);
        second.start();
        first.join();
        second.join();
        verify(prices, times(2)).price("tea");
        System.out.println("takings " + till.takings);
        if (till.takings != 6) {
            throw new AssertionError("the till is short");
        }
    }
}
