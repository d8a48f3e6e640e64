// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.watch;

/**
 * Two sections within each other, by one thread one way round and by the other thread the other way. No lock of the
 * program at all.
 */
public final class NestedSections {
    private static final int ROUNDS = 20;

    private int left;
    private int right;

    private void leftFirst() {
        for (int i = 0; i < ROUNDS; i++) {
            int outer = left; // enter NestedSections.left
            Pause.shortly();
            int inner = right; // enter NestedSections.right
            right = inner + 1; // end NestedSections.right
            left = outer + 1; // end NestedSections.left
        }
    }

    private void rightFirst() {
        for (int i = 0; i < ROUNDS; i++) {
            int outer = right; // enter NestedSections.right
            Pause.shortly();
            int inner = left; // enter NestedSections.left
            left = inner + 1; // end NestedSections.left
            right = outer + 1; // end NestedSections.right
        }
    }

    public static void main(String[] args) throws InterruptedException {
        NestedSections nested = new NestedSections();
        Pause.both(nested::leftFirst, nested::rightFirst);
        System.out.println("done");
    }
}
