// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.util.ArrayList;
import java.util.List;

/** Runs out of memory, catches it, lets go, and works on; another thread does the same and dies of it. */
// jvm: -Xmx48m -XX:+UseSerialGC
public final class MemoryExhausted {
    private static final class Block {
        private long[] data = new long[4096];
        private Block next;
    }

    private Block first;

    private void fill() {
        while (true) {
            Block block = new Block();
            block.next = first;
            first = block;
        }
    }

    private boolean fills() {
        try {
            fill();
            return false;
        } catch (OutOfMemoryError e) {
            first = null;
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("main ran out: " + new MemoryExhausted().fills());
        Thread other = new Thread(() -> System.out.println("thread ran out: " + new MemoryExhausted().fills()));
        other.start();
        other.join();
        List<Block> few = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            few.add(new Block());
        }
        System.out.println(few.size() + " blocks again, " + few.get(9).data.length);
    }
}
