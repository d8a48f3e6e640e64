// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

/**
 * For tests that demand a finding: one ordinary run of a program is an input that no test controls, so such a test may
 * take a second one. Each second try is printed, and {@code .ci/run} counts them at its end. A test that demands that
 * nothing is found has no second try.
 */
public final class RetryOnce {
    /** The line that {@code .ci/run} counts begins with this. */
    private static final String MARK = "second try: ";

    private RetryOnce() {}

    /** Runs a test; when it fails, prints why and runs it once more. */
    public static void of(Object name, Runnable test) {
        try {
            test.run();
        } catch (AssertionError e) {
            System.out.println(MARK + name + ": " + firstLines(e));
            test.run();
        }
    }

    private static String firstLines(AssertionError e) {
        return String.valueOf(e.getMessage()).lines().limit(60).reduce("", (all, line) -> all + "\n    " + line);
    }
}
