package dev.foretell.it.odd;

import java.lang.reflect.Modifier;

/** A synchronized method says so. (A directed run may not: there it is a method with a synchronized block.) */
// only: record
public final class SynchronizedFlag {
    private int count;

    synchronized int next() {
        return ++count;
    }

    public static void main(String[] args) throws NoSuchMethodException {
        int modifiers = SynchronizedFlag.class.getDeclaredMethod("next").getModifiers();
        System.out.println(Modifier.toString(modifiers) + " " + new SynchronizedFlag().next());
    }
}
