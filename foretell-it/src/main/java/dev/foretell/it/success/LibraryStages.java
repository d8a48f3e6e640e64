// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.util.concurrent.CompletableFuture;

/**
 * Stages that wait for several others, completed by different threads one after the other: the thread that continues
 * with them comes after all of these threads, also when it is one of them, or finds everything done.
 */
public final class LibraryStages {
    private int left;
    private int right;

    /** Makes the usual order the likely one, and no order at all in the sense of the memory model. */
    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The second thread runs the stage that depends on both, so it is this thread that must know of the first. */
    private int sum(CompletableFuture<Void> one, CompletableFuture<Void> two, CompletableFuture<Integer> sum) {
        Thread writer = new Thread(() -> {
            left = 1;
            one.complete(null);
        });
        Thread follower = new Thread(() -> {
            pause();
            right = 2;
            two.complete(null);
        });
        writer.start();
        follower.start();
        return sum.join();
    }

    private int combined() {
        CompletableFuture<Void> one = new CompletableFuture<>();
        CompletableFuture<Void> two = new CompletableFuture<>();
        return sum(one, two, one.thenCombine(two, (nothing, nothingElse) -> left + right));
    }

    private int all() {
        CompletableFuture<Void> one = new CompletableFuture<>();
        CompletableFuture<Void> two = new CompletableFuture<>();
        return sum(one, two, CompletableFuture.allOf(one, two).thenApply(nothing -> left + right));
    }

    private int composed() {
        CompletableFuture<Void> one = new CompletableFuture<>();
        CompletableFuture<Void> two = new CompletableFuture<>();
        return sum(one, two, two.thenCompose(nothing -> one).thenApply(nothing -> left + right));
    }

    /** Everything is complete when it is asked for. */
    private int late() {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> left = 3);
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> right = 4);
        pause();
        return CompletableFuture.allOf(one, two)
                .thenApply(nothing -> left + right)
                .join();
    }

    /** The first of two is enough. */
    private int either() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> soon = new CompletableFuture<>();
        CompletableFuture<Integer> any = CompletableFuture.anyOf(never, soon).thenApply(nothing -> left);
        CompletableFuture<Integer> either = never.applyToEither(soon, nothing -> left);
        Thread writer = new Thread(() -> {
            left = 5;
            soon.complete(null);
        });
        writer.start();
        int sum = any.join() + either.join();
        return sum
                + CompletableFuture.anyOf(never, soon)
                        .thenApply(nothing -> left)
                        .join();
    }

    public static void main(String[] args) {
        int sum = new LibraryStages().combined()
                + new LibraryStages().all()
                + new LibraryStages().composed()
                + new LibraryStages().late()
                + new LibraryStages().either();
        System.out.println(sum);
    }
}
