// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** An exception leaves main, with a cause and a suppressed one: the stack traces show the program's frames only. */
// exit: 1
public final class UncaughtInMain {
    private static int depth;

    private static synchronized void fall(int levels) {
        depth++;
        if (levels == 0) {
            IllegalStateException bottom = new IllegalStateException("bottom at " + depth);
            bottom.addSuppressed(new IllegalArgumentException("on the side"));
            throw bottom;
        }
        fall(levels - 1);
    }

    public static void main(String[] args) {
        try {
            fall(3);
        } catch (IllegalStateException e) {
            throw new RuntimeException("fell", e);
        }
    }
}
