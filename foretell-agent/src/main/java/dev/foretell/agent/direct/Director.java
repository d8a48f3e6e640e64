package dev.foretell.agent.direct;

import dev.foretell.agent.AgentMode;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.options.AgentOptions;
import java.util.concurrent.atomic.AtomicInteger;

/** Stand-in that numbers sites and ignores all events. */
public final class Director extends AgentMode {
    private final AtomicInteger next = new AtomicInteger(1);

    public Director(AgentOptions options) {}

    @Override
    public int define(ClassInfo info) {
        return next.getAndAdd(info.sites().size());
    }

    @Override
    public void skipped(String className) {}

    @Override
    public void failed(String className, String reason) {}

    @Override
    public void partial(String method, String reason) {}

    @Override
    public boolean holdsThreads() {
        return true;
    }

    @Override
    public void close() {}

    @Override
    public ThreadProbe attach(Thread thread) {
        return new Silence(thread);
    }

    @Override
    public void starting(Thread thread) {}

    @Override
    public void exiting(Thread thread) {}

    @Override
    public void uncaught(Thread thread, Throwable exception) {}

    private static final class Silence extends ThreadProbe {
        Silence(Thread thread) {
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
        public void cloned(Object original, Object copy) {}
    }
}
