// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.evidence;

/** Ends with an exit code of its own, without an exception. */
public final class ExitsWithThree {
    private ExitsWithThree() {}

    public static void main(String[] args) {
        System.exit(3);
    }
}
