// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Modifier;

/**
 * A synchronized method says so, and counts in its class's serialVersionUID. (Not in a directed run: there it is a
 * method with a synchronized block.)
 */
// only: record
public final class SynchronizedFlag implements Serializable {
    private int count;

    synchronized int next() {
        return ++count;
    }

    public static void main(String[] args) throws NoSuchMethodException {
        int modifiers = SynchronizedFlag.class.getDeclaredMethod("next").getModifiers();
        System.out.println(Modifier.toString(modifiers) + " " + new SynchronizedFlag().next());
        System.out.println(ObjectStreamClass.lookup(SynchronizedFlag.class).getSerialVersionUID());
    }
}
