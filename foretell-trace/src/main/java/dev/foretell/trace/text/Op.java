// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import dev.foretell.trace.EventKind;
import java.util.HashMap;
import java.util.Map;

/** The word for each kind of event. The first eight pairs are STD; the others are ours. */
enum Op {
    R("r", EventKind.READ, Operand.VARIABLE),
    W("w", EventKind.WRITE, Operand.VARIABLE),
    VR("vr", EventKind.VOLATILE_READ, Operand.VARIABLE),
    VW("vw", EventKind.VOLATILE_WRITE, Operand.VARIABLE),
    ACQ("acq", EventKind.ACQUIRE, Operand.LOCK),
    REL("rel", EventKind.RELEASE, Operand.LOCK),
    FORK("fork", EventKind.FORK, Operand.THREAD),
    BEGIN("begin", EventKind.BEGIN, Operand.NONE),
    END("end", EventKind.END, Operand.NONE),
    JOIN("join", EventKind.JOIN, Operand.THREAD),
    WAIT("wait", EventKind.WAKE, Operand.LOCK),
    NOTIFY("notify", EventKind.NOTIFY, Operand.LOCK),
    NOTIFY_ALL("notifyAll", EventKind.NOTIFY_ALL, Operand.LOCK),
    INIT_BEGIN("initBegin", EventKind.INIT_BEGIN, Operand.CLASS),
    INIT_END("initEnd", EventKind.INIT_END, Operand.CLASS),
    INIT_USE("initUse", EventKind.INIT_USE, Operand.CLASS),
    SIGNAL("signal", EventKind.PUBLISH, Operand.CHANNEL),
    AWAIT("await", EventKind.OBSERVE, Operand.CHANNEL),
    INTERRUPT("interrupt", EventKind.PUBLISH, Operand.THREAD),
    REGION_BEGIN("regionBegin", EventKind.REGION_BEGIN, Operand.NONE),
    REGION_END("regionEnd", EventKind.REGION_END, Operand.NONE),
    ACQUIRE_SHARED("acqs", EventKind.ACQUIRE_SHARED, Operand.LOCK),
    RELEASE_SHARED("rels", EventKind.RELEASE_SHARED, Operand.LOCK),
    TAKE("take", EventKind.PERMIT_ACQUIRE, Operand.SEMAPHORE),
    GIVE("give", EventKind.PERMIT_RELEASE, Operand.SEMAPHORE),
    REFUSED("refused", EventKind.TRY_ACQUIRE_FAILED, Operand.LOCK),
    LACKED("lacked", EventKind.TRY_PERMIT_FAILED, Operand.SEMAPHORE);

    /** What kind of thing an operand names; each kind has its own names. */
    enum Operand {
        VARIABLE,
        LOCK,
        THREAD,
        CLASS,
        CHANNEL,
        SEMAPHORE,
        NONE
    }

    private static final Map<String, Op> BY_WORD = new HashMap<>();
    private static final Op[] BY_KIND = new Op[EventKind.values().length];

    static {
        for (Op op : values()) {
            BY_WORD.put(op.word, op);
            BY_KIND[op.kind.ordinal()] = BY_KIND[op.kind.ordinal()] == null ? op : BY_KIND[op.kind.ordinal()];
        }
    }

    final String word;
    final EventKind kind;
    final Operand operand;

    Op(String word, EventKind kind, Operand operand) {
        this.word = word;
        this.kind = kind;
        this.operand = operand;
    }

    static Op of(EventKind kind) {
        return BY_KIND[kind.ordinal()];
    }

    /** Null when there is no such word. */
    static Op of(String word) {
        return BY_WORD.get(word);
    }
}
