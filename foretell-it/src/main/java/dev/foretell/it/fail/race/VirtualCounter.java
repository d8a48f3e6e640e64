// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.lang.reflect.Method;

/** Virtual threads race like others. Started by reflection: there are none before Java 21. */
// java: 21
// harm: count output
public final class VirtualCounter {
    private static int count;

    private static void add() {
        count++; // race: count
    }

    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Thread first = (Thread) start.invoke(null, (Runnable) VirtualCounter::add);
        Thread.sleep(100);
        Thread second = (Thread) start.invoke(null, (Runnable) VirtualCounter::add);
        first.join();
        second.join();
        System.out.println(count);
    }
}
