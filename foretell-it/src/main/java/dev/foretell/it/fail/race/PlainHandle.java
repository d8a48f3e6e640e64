// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A handle alone makes nothing safe: plain get and set are what the field itself would do. */
// harm: count output
public final class PlainHandle {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(PlainHandle.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int count;

    private void add() {
        int old = (int) COUNT.get(this); // race: count
        COUNT.set(this, old + 1); // race: count
    }

    public static void main(String[] args) throws InterruptedException {
        PlainHandle counter = new PlainHandle();
        Thread first = new Thread(counter::add);
        Thread second = new Thread(counter::add);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println(counter.count);
    }
}
