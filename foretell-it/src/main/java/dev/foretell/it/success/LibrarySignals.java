// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;

/** Less usual ways to tell another thread that something is done: an interrupt, a pipe, a queue without room. */
public final class LibrarySignals {
    private static int interrupted;
    private static int flagged;
    private static int piped;
    private static int taken;
    private static int over;
    private static int registered;

    private static void interrupts() throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted++;
            }
        });
        sleeper.start();
        interrupted = 1;
        sleeper.interrupt();
        Thread asker = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            flagged++;
        });
        asker.start();
        flagged = 1;
        asker.interrupt();
        sleeper.join();
        asker.join();
    }

    private static void pipes() throws IOException, InterruptedException {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = new Thread(() -> {
            piped = 1;
            try (out) {
                out.write(1);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        in.read();
        piped++;
        writer.join();
    }

    /** Who gives an element away knows that the other has come to take it. */
    private static void meetings() throws InterruptedException {
        LinkedTransferQueue<Object> transfers = new LinkedTransferQueue<>();
        SynchronousQueue<Object> rendezvous = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            try {
                transfers.transfer("first");
                taken++;
                rendezvous.put("second");
                taken++;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        giver.start();
        taken = 1;
        transfers.take();
        rendezvous.take();
        giver.join();
    }

    /** Who adds a stage comes before who runs it. */
    private static void stages() throws InterruptedException {
        CompletableFuture<Void> event = new CompletableFuture<>();
        Thread source = new Thread(() -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            event.complete(null);
        });
        source.start();
        registered = 1;
        CompletableFuture<Void> after = event.thenRun(() -> registered++);
        after.join();
        source.join();
    }

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> over++));
        interrupts();
        pipes();
        meetings();
        stages();
        over++;
        System.out.println(interrupted + flagged + piped + taken + over + registered);
    }
}
