// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

/** A probe that ignores all calls, or those that a subclass does not override. */
public class SilentProbe extends ThreadProbe {
    /** For any thread. */
    public static final SilentProbe ANY_THREAD = new SilentProbe(null);

    /** @param thread null for any thread */
    public SilentProbe(Thread thread) {
        super(thread);
    }

    @Override
    public void read(Object target, int site) {}

    @Override
    public void write(Object target, int site) {}

    @Override
    public void readStatic(int site) {}

    @Override
    public void writeStatic(int site) {}

    @Override
    public void readElement(Object array, int index, int site) {}

    @Override
    public void writeElement(Object array, int index, int site) {}

    @Override
    public void beforeVolatile(Object target, int site) {}

    @Override
    public void afterVolatile(Object target, int site) {}

    @Override
    public void beforeEnter(Object monitor, int site) {}

    @Override
    public void afterEnter(Object monitor, int site) {}

    @Override
    public void beforeExit(Object monitor, int site) {}

    @Override
    public void beforeWait(Object monitor, long millis, int site) {}

    @Override
    public void afterWait(Object monitor, int site) {}

    @Override
    public void beforeNotify(Object monitor, boolean all, int site) {}

    @Override
    public void beforeStart(Object thread, int site) {}

    @Override
    public void beforeJoin(Object thread, int site) {}

    @Override
    public void afterJoin(Object thread, int site) {}

    @Override
    public void beforePause(int site) {}

    @Override
    public void afterPause(int site) {}

    @Override
    public void enterInitializer(int site) {}

    @Override
    public void exitInitializer(int site) {}

    @Override
    public void regionBegin(int site) {}

    @Override
    public void regionEnd(int site) {}

    @Override
    public void cloned(Object original, Object copy) {}

    @Override
    public void beforeCall(Object receiver, Object argument, int number, int site) {}

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {}

    @Override
    public void handOver(Object task) {}

    @Override
    public void beginTask(Object task) {}

    @Override
    public void endTask(Object task) {}
}
