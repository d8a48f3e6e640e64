// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Leaves with a code of its own. */
// exit: 42
public final class ExitCode {
    public static void main(String[] args) {
        System.out.println("leaving");
        System.exit(42);
    }
}
