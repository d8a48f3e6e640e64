// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;

/** A date format keeps what it works on in itself; two threads may not use one at the same time. */
public final class SharedFormat {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    private static void print(long day) {
        System.out.println(FORMAT.format(new Date(day * 86_400_000))); // race: content
    }

    public static void main(String[] args) throws InterruptedException {
        FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
        Thread first = new Thread(() -> print(0));
        Thread second = new Thread(() -> print(10_000));
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
    }
}
