// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

/**
 * A thread of a program that is watched within a budget: it counts its accesses, so that what they cost can be
 * estimated.
 */
final class CountedThread extends WatchedThread {
    /** Written by the thread itself only; others read it now and then, and a value slightly too low does no harm. */
    private long accesses;

    CountedThread(Thread thread, int number, Watcher watcher) {
        super(thread, number, watcher);
    }

    long accesses() {
        return accesses;
    }

    @Override
    public void read(Object target, int site) {
        accesses++;
        super.read(target, site);
    }

    @Override
    public void write(Object target, int site) {
        accesses++;
        super.write(target, site);
    }

    @Override
    public void readStatic(int site) {
        accesses++;
        super.readStatic(site);
    }

    @Override
    public void writeStatic(int site) {
        accesses++;
        super.writeStatic(site);
    }

    @Override
    public void readElement(Object array, int index, int site) {
        accesses++;
        super.readElement(array, index, site);
    }

    @Override
    public void writeElement(Object array, int index, int site) {
        accesses++;
        super.writeElement(array, index, site);
    }
}
