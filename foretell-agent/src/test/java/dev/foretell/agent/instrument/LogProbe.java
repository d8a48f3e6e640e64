// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.probe.ThreadProbe;

/** Turns each probe call into a line; {@code {}} stands for what the site says. */
abstract class LogProbe extends ThreadProbe {
    LogProbe(Thread thread) {
        super(thread);
    }

    abstract void note(String text, int site);

    private static String on(Object target) {
        return target == null ? " on null" : " on " + target.getClass().getSimpleName();
    }

    @Override
    public void read(Object target, int site) {
        note("read {}" + on(target), site);
    }

    @Override
    public void write(Object target, int site) {
        note("write {}" + on(target), site);
    }

    @Override
    public void readStatic(int site) {
        note("readStatic {}", site);
    }

    @Override
    public void writeStatic(int site) {
        note("writeStatic {}", site);
    }

    @Override
    public void readElement(Object array, int index, int site) {
        note("readElement {} " + index, site);
    }

    @Override
    public void writeElement(Object array, int index, int site) {
        note("writeElement {} " + index, site);
    }

    @Override
    public void afterRead(Object target, int site) {
        note("afterRead {}" + on(target), site);
    }

    @Override
    public void afterWrite(Object target, int site) {
        note("afterWrite {}" + on(target), site);
    }

    @Override
    public void afterReadStatic(int site) {
        note("afterReadStatic {}", site);
    }

    @Override
    public void afterWriteStatic(int site) {
        note("afterWriteStatic {}", site);
    }

    @Override
    public void afterReadElement(Object array, int index, int site) {
        note("afterReadElement {} " + index, site);
    }

    @Override
    public void afterWriteElement(Object array, int index, int site) {
        note("afterWriteElement {} " + index, site);
    }

    @Override
    public void beforeVolatile(Object target, int site) {
        note("beforeVolatile {}" + on(target), site);
    }

    @Override
    public void afterVolatile(Object target, int site) {
        note("afterVolatile {}" + on(target), site);
    }

    @Override
    public void comesTo(int site) {
        note("comesTo", site);
    }

    @Override
    public void beforeEnter(Object monitor, int site) {
        note("beforeEnter" + on(monitor), site);
    }

    @Override
    public void afterEnter(Object monitor, int site) {
        note("afterEnter" + on(monitor), site);
    }

    @Override
    public void beforeExit(Object monitor, int site) {
        note("beforeExit" + on(monitor), site);
    }

    @Override
    public void beforeWait(Object monitor, long millis, int site) {
        note("beforeWait " + millis + on(monitor), site);
    }

    @Override
    public void afterWait(Object monitor, int site) {
        note("afterWait" + on(monitor), site);
    }

    @Override
    public void beforeNotify(Object monitor, boolean all, int site) {
        note((all ? "beforeNotifyAll" : "beforeNotify") + on(monitor), site);
    }

    @Override
    public void beforeStart(Object thread, int site) {
        note("beforeStart" + on(thread), site);
    }

    @Override
    public void beforeJoin(Object thread, int site) {
        note("beforeJoin" + on(thread), site);
    }

    @Override
    public void afterJoin(Object thread, int site) {
        note("afterJoin" + on(thread), site);
    }

    @Override
    public void beforePause(int site) {
        note("beforePause {}", site);
    }

    @Override
    public void afterPause(int site) {
        note("afterPause {}", site);
    }

    @Override
    public void enterInitializer(int site) {
        note("enterInitializer {}", site);
    }

    @Override
    public void exitInitializer(int site) {
        note("exitInitializer {}", site);
    }

    @Override
    public void regionBegin(int site) {
        note("regionBegin {} inside " + regions, site);
    }

    @Override
    public void regionEnd(int site) {
        note("regionEnd {} inside " + regions, site);
    }

    @Override
    public void cloned(Object original, Object copy) {
        note("cloned" + on(original) + on(copy), -1);
    }

    @Override
    public void use(Object receiver, int site) {
        note("use" + on(receiver), site);
    }

    @Override
    public void beforeCall(Object receiver, Object argument, int number, int site) {
        note("beforeCall" + on(receiver) + " with " + number, site);
    }

    @Override
    public void afterCall(Object receiver, Object argument, int number, Object result, int site) {
        note("afterCall" + on(receiver) + " gave " + (result instanceof Boolean ? result : on(result)), site);
    }

    @Override
    public void handOver(Object task) {
        note("handOver" + on(task), -1);
    }

    @Override
    public void beginTask(Object task) {
        note("beginTask" + on(task), -1);
    }

    @Override
    public void endTask(Object task) {
        note("endTask" + on(task), -1);
    }
}
