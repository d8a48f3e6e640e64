// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

/**
 * What a program asks its surroundings for, and how an answer can be given again. A call that asks is a {@link Site}
 * without events: its {@code what} begins with {@link #PREFIX}, names the kind, and then the call.
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
    /** Anything else from outside. It is not given again, only compared, so that a difference has a name. */
    OUTSIDE("outside"),
    /**
     * That an idle worker of a pool ended: the tasks that it had asked for, then those that the pool had been given. It
     * has no site in a class of the program, see {@link #IDLE_WORKER}.
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

    /** The kind of a site, or null when it asks for nothing. */
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
