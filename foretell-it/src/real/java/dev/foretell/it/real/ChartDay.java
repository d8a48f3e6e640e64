// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.jfree.data.time.Day;

/** JFreeChart 3096264: all days are parsed by one date format, which is not made for that. */
public final class ChartDay {
    public static void main(String[] args) throws Exception {
        Thread first = Play.start("first", () -> print("2001-02-03"));
        Play.settle(first);
        Thread second = Play.start("second", () -> print("2009-08-07"));
        Play.join(first, second);
    }

    private static void print(String text) {
        System.out.println(text + " is " + Day.parseDay(text));
    }
}
