// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Assertions are as on or off as they were. */
// jvm: -ea
// exit: 1
public final class Assertions {
    private static int checks;

    public static void main(String[] args) {
        assert ++checks > 0;
        System.out.println(checks + " " + Assertions.class.desiredAssertionStatus());
        assert checks == 0 : "checks is " + checks;
    }
}
