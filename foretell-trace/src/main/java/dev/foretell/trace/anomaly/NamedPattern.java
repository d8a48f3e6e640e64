// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.anomaly;

/**
 * A pattern whose facts differ from those of its kind of anomaly. All other patterns have those of their kind.
 *
 * @param label the pattern's name, as the detector gives it
 * @param title as {@link AnomalyKind#title}
 * @param ofLocks whether its events are what threads do to a lock, not accesses to data
 * @param onResult how severe it is when only the result differs; null when the kind decides
 * @param onExit the most severe it is when only the exit code differs
 * @param atMost the most severe it is
 * @param answering index of the event whose thread is expected to react with an exception, which then is no harm; -1
 *     when there is none
 */
public record NamedPattern(
        String label,
        String title,
        boolean ofLocks,
        Severity onResult,
        Severity onExit,
        Severity atMost,
        int answering) {

    /** Of accesses to data, with a severity for a run whose result differs. */
    public static NamedPattern ofData(String label, String title, Severity onResult) {
        return new NamedPattern(label, title, false, onResult, Severity.ERROR, Severity.ERROR, -1);
    }

    /** Of what threads do to a lock. */
    public static NamedPattern ofLocks(String label, String title) {
        return new NamedPattern(label, title, true, null, Severity.ERROR, Severity.ERROR, -1);
    }

    /** The same, where an exception in the thread of this event is the expected reaction. */
    public NamedPattern answeredBy(int event) {
        return new NamedPattern(label, title, ofLocks, onResult, onExit, atMost, event);
    }

    /** The same, but not more severe than this. */
    public NamedPattern atMost(Severity severity) {
        return new NamedPattern(label, title, ofLocks, onResult, onExit, severity, answering);
    }

    /** The same, but not more severe than this when only the exit code differs. */
    public NamedPattern onExit(Severity severity) {
        return new NamedPattern(label, title, ofLocks, onResult, severity, atMost, answering);
    }
}
