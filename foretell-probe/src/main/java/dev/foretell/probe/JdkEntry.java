// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

/**
 * Entry points of instrumented classes of the JDK, and of the program's calls into them. The whole JVM runs through
 * these classes: class loading, the agent itself, threads of the JDK. Only calls by the program are observed.
 *
 * <p>So a method of the JDK is observed only when it was called by code that is: the caller notes the object of the
 * call right before it, and the method compares. The object of a constructor or static method is its first argument
 * that is one. A note is used once. A caller that is not instrumented has made no note; whatever the JVM or the JDK
 * does in between (loading and initialising classes, making lambdas) works on other objects, and so does the agent,
 * before whose work notes are thrown away as well. Hence no probe is ever called from within a probe.
 */
public final class JdkEntry {
    /** The probe of every thread in code of the JDK that the program did not call. */
    private static final ThreadProbe NOT_CALLED = new SilentProbe(null);

    private JdkEntry() {}

    /**
     * A method of the JDK begins: the thread's probe when the method's caller was observed, otherwise one that ignores
     * all.
     */
    public static ThreadProbe enter(Object callee) {
        ThreadProbe probe = Probes.attached();
        if (probe == null || callee == null || probe.callee != callee) {
            return NOT_CALLED;
        }
        probe.callee = null;
        return probe;
    }

    /** Observed code is about to call a method. */
    public static void calling(Object callee, ThreadProbe probe) {
        if (probe != NOT_CALLED) {
            probe.callee = callee;
        }
    }

    /** Before each other probe. */
    public static ThreadProbe alone(ThreadProbe probe) {
        if (probe != NOT_CALLED) {
            probe.callee = null;
        }
        return probe;
    }
}
