// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.beside;

import java.util.concurrent.StructuredTaskScope;

/**
 * Two tasks in a scope. Their results may be used after the join; with the argument {@code early} they are used before
 * it.
 */
public final class ScopedTasks {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        boolean early = args.length > 0 && args[0].equals("early");
        try (var scope = StructuredTaskScope.open()) {
            left = 1;
            scope.fork(() -> left++);
            scope.fork(() -> right = 2);
            if (early) {
                Thread.sleep(100);
                System.out.println(right);
            }
            scope.join();
            System.out.println(left + right);
        }
    }
}
