// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Handles to a static field and to the elements of an array, used plainly by two threads. */
// harm: total output
// harm: cells[] output
public final class PlainSharedHandles {
    private static final VarHandle TOTAL;
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            TOTAL = MethodHandles.lookup().findStaticVarHandle(PlainSharedHandles.class, "total", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static int total;

    private final int[] cells = new int[4];

    private void add() {
        int old = (int) TOTAL.get(); // race: total
        TOTAL.set(old + 1); // race: total
        int cell = (int) CELL.get(cells, 2); // race: cells[]
        CELL.set(cells, 2, cell + 1); // race: cells[]
    }

    public static void main(String[] args) throws InterruptedException {
        PlainSharedHandles shared = new PlainSharedHandles();
        Thread first = new Thread(shared::add);
        Thread second = new Thread(shared::add);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(total + " " + shared.cells[2]);
    }
}
