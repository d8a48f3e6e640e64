// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.EventKind;

/** The words of the clip format: operations, and names that are shortened for people. */
final class ClipWords {
    private static final String[] OPERATIONS = new String[EventKind.values().length];

    static {
        name(EventKind.READ, "read");
        name(EventKind.WRITE, "write");
        name(EventKind.VOLATILE_READ, "volatile-read");
        name(EventKind.VOLATILE_WRITE, "volatile-write");
        name(EventKind.ACQUIRE, "lock");
        name(EventKind.RELEASE, "unlock");
        name(EventKind.FORK, "start");
        name(EventKind.BEGIN, "thread-begin");
        name(EventKind.END, "thread-end");
        name(EventKind.JOIN, "join");
        name(EventKind.WAKE, "wake");
        name(EventKind.NOTIFY, "notify");
        name(EventKind.NOTIFY_ALL, "notify-all");
        name(EventKind.INIT_BEGIN, "class-init");
        name(EventKind.INIT_END, "class-init-end");
        name(EventKind.INIT_USE, "class-use");
        name(EventKind.PUBLISH, "signal");
        name(EventKind.OBSERVE, "await");
        name(EventKind.REGION_BEGIN, "region-begin");
        name(EventKind.REGION_END, "region-end");
        name(EventKind.ACQUIRE_SHARED, "lock-shared");
        name(EventKind.RELEASE_SHARED, "unlock-shared");
        name(EventKind.PERMIT_ACQUIRE, "take");
        name(EventKind.PERMIT_RELEASE, "give");
        name(EventKind.TRY_ACQUIRE_FAILED, "refused");
        name(EventKind.TRY_PERMIT_FAILED, "lacked");
    }

    private ClipWords() {}

    private static void name(EventKind kind, String word) {
        OPERATIONS[kind.ordinal()] = word;
    }

    static String of(EventKind kind) {
        return OPERATIONS[kind.ordinal()];
    }

    /** Null when the word names no operation. */
    static EventKind operation(String word) {
        for (int i = 0; i < OPERATIONS.length; i++) {
            if (OPERATIONS[i].equals(word)) {
                return EventKind.of(i);
            }
        }
        return null;
    }

    static String operations() {
        return String.join(", ", OPERATIONS);
    }

    /**
     * The full name behind a shortened one: names without a dot are complete ({@code int[]}), others belong to the
     * package of the class in which they are mentioned unless they say so themselves.
     */
    static String complete(String shortened, String className) {
        String prefix = className.substring(0, className.lastIndexOf('.') + 1);
        return shortened.indexOf('.') < 0 || shortened.startsWith(prefix) ? shortened : prefix + shortened;
    }
}
