// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.probe.AgentThread;
import dev.foretell.probe.Probes;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.ClassInfo;
import java.lang.instrument.Instrumentation;

/** An agent of the tests': only the hooks, and a mode that prints what it hears about threads named {@code T…}. */
public final class HookAgent {
    private HookAgent() {}

    public static void premain(String argument, Instrumentation instrumentation) {
        AgentMode mode = new Printing();
        Probes.install(mode);
        JdkHooks.install(instrumentation, mode);
        new AgentThread("Tagent").start();
    }

    private static void print(String what, Thread thread) {
        if (thread.getName().startsWith("T")) {
            System.out.println(what + " " + thread.getName());
        }
    }

    private static final class Printing extends AgentMode {
        @Override
        public int define(ClassInfo info) {
            return 1;
        }

        @Override
        public void skipped(String className) {}

        @Override
        public void failed(String className, String reason) {}

        @Override
        public void partial(String method, String reason) {
            System.out.println("partial " + method + ": " + reason);
        }

        @Override
        public void unmodelled(String method, String place) {}

        @Override
        public ProbePlan plan() {
            return ProbePlan.of();
        }

        @Override
        public void close() {}

        @Override
        public ThreadProbe attach(Thread thread) {
            return null;
        }

        @Override
        public void starting(Thread thread) {
            print("starting", thread);
        }

        @Override
        public void exiting(Thread thread) {
            print("exiting", thread);
        }

        @Override
        public void leaving(Thread thread, Throwable exception) {
            print("leaving " + exception.getMessage(), thread);
        }

        @Override
        public void uncaught(Thread thread, Throwable exception) {
            print("uncaught " + exception.getMessage(), thread);
        }
    }
}
