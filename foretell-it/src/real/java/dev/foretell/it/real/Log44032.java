// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.log4j.spi.ThrowableInformation;

/** log4j 44032: the lines of a stack trace are published before they are there. */
public final class Log44032 {
    public static void main(String[] args) throws Exception {
        ThrowableInformation information = new ThrowableInformation(new Throwable("planned"));
        Thread first = Play.start("first", () -> check(information));
        Play.settle(first);
        Thread second = Play.start("second", () -> check(information));
        Play.join(first, second);
    }

    private static void check(ThrowableInformation information) {
        for (String line : information.getThrowableStrRep()) {
            line.length();
        }
    }
}
