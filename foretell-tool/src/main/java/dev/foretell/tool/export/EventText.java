// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.export;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.util.Locale;

/** One event as text. */
public final class EventText {
    private EventText() {}

    /** {@code write Account.balance}, {@code acquire Account}, {@code fork worker-1}. */
    public static String of(Trace trace, int event) {
        EventKind kind = trace.kind(event);
        String verb = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String target = target(trace, kind, trace.target(event));
        return target.isEmpty() ? verb : verb + " " + target;
    }

    private static String target(Trace trace, EventKind kind, int target) {
        if (target < 0) {
            return "";
        }
        return switch (kind.operand()) {
            case VARIABLE -> trace.variableName(target);
            case LOCK -> trace.lockName(target);
            case SEMAPHORE -> trace.semaphoreName(target);
            case THREAD -> trace.threads().get(target).name();
            case CLASS, CHANNEL, NONE -> "#" + target;
        };
    }
}
