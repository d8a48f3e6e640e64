// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

/**
 * Inputs of a program from its environment, by how they are replayed. A call that returns one is a {@link Site} without
 * events: its {@code what} begins with {@link #PREFIX}, names the kind, and then the call.
 */
public enum InputKind {
    /** {@code System.nanoTime}. */
    NANOS("nanos"),
    /** The time of day, in nanoseconds since 1970. */
    WALL("wall"),
    /** A random number, or part of one; a seed. */
    VALUE("value"),
    /** An identity hash code. */
    HASH("hash"),
    /** Any other input. It is not replayed, only compared, so that a difference can be reported. */
    OUTSIDE("outside"),
    /**
     * An idle worker of a pool has ended: the number of tasks it had requested, then the number submitted to the pool.
     * It has no site in a class of the program, see {@link #IDLE_WORKER}.
     */
    KEEP_ALIVE("keep-alive");

    /** The one place of {@link #KEEP_ALIVE}. */
    public static final Site IDLE_WORKER = new Site(
            "java.util.concurrent.ThreadPoolExecutor",
            "getTask()Ljava/lang/Runnable;",
            "ThreadPoolExecutor.java",
            -1,
            0,
            EventKind.OBSERVE,
            KEEP_ALIVE.what("ThreadPoolExecutor.getTask"));

    private static final String PREFIX = "input ";

    private static final InputKind[] ALL = values();

    private final String word;

    InputKind(String word) {
        this.word = word;
    }

    /** What a site that makes this call is about. */
    public String what(String call) {
        return PREFIX + word + ' ' + call;
    }

    /** The kind of a site, or null when it is no input. */
    public static InputKind of(Site site) {
        String what = site.what();
        if (what.startsWith(PREFIX)) {
            for (InputKind kind : ALL) {
                if (what.startsWith(kind.word, PREFIX.length())
                        && what.charAt(PREFIX.length() + kind.word.length()) == ' ') {
                    return kind;
                }
            }
        }
        return null;
    }

    /** {@code System.nanoTime at Account.java:12}. */
    public static String describe(Site site) {
        String what = site.what();
        return what.substring(what.indexOf(' ', PREFIX.length()) + 1) + " at " + site.position();
    }
}
