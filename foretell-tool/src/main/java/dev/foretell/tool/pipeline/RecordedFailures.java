// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SeverityRules;
import dev.foretell.tool.report.Status;
import dev.foretell.tool.report.Symptom;
import dev.foretell.tool.report.UncaughtException;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceThread;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.evidence.Evidence;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The failures of the recorded run itself: they are confirmed, because they happened, and judged without a comparison,
 * because there is no other run. A deadlock or a standstill comes first, then every exception that left a thread and
 * that no handler of the program handled, once for each place; an exit code other than zero counts when none of these
 * explains it.
 */
final class RecordedFailures {
    private static final int EVENTS_SHOWN = 6;
    private static final int THREADS_SHOWN = 6;
    private static final int MOST = 20;

    private final Session session;
    private final Trace trace;
    private final OutputFolder folder;
    private final FindingMaker maker;
    private final Sources sources;

    RecordedFailures(Session session, Trace trace, OutputFolder folder, FindingMaker maker, Sources sources) {
        this.session = session;
        this.trace = trace;
        this.folder = folder;
        this.maker = maker;
        this.sources = sources;
    }

    /** {@code jvm} is the one whose trace is analysed; a standstill of another one counts too. */
    List<Finding> findings(String jvm) throws IOException {
        List<Finding> findings = new ArrayList<>();
        List<String> jvms = new ArrayList<>(session.recording().jvms());
        jvms.remove(jvm);
        jvms.add(0, jvm);
        for (String name : jvms) {
            Evidence evidence = Evidence.read(folder.traces().resolve(name));
            if (!evidence.deadlock().isEmpty()) {
                findings.add(deadlock(evidence));
            } else if (!evidence.waiting().isEmpty()) {
                findings.add(standstill(evidence));
            }
        }
        thrown(Evidence.read(folder.traces().resolve(jvm)), findings);
        Session.Recording recording = session.recording();
        if (findings.isEmpty() && recording.endedByItself() && recording.exit() != 0) {
            String detail = "exit code " + recording.exit();
            findings.add(
                    finding(AnomalyKind.FAILURE, new Harm(Harm.Kind.EXIT, detail), detail, List.of(), List.of("main")));
        }
        return findings;
    }

    private Finding deadlock(Evidence evidence) {
        List<Finding.Access> accesses = evidence.locked().stream()
                .map(held -> access(held, "lock", simple(held.what())))
                .toList();
        String variable = String.join(
                ", ", accesses.stream().map(Finding.Access::target).distinct().toList());
        Harm harm = new Harm(Harm.Kind.DEADLOCK, evidence.deadlock());
        return finding(AnomalyKind.DEADLOCK, harm, variable, accesses, paths(evidence.locked()));
    }

    private Finding standstill(Evidence evidence) {
        Harm harm = new Harm(Harm.Kind.HANG, HarmJudge.STANDSTILL + "\n" + evidence.waiting());
        List<String> paths = trace.threads().stream()
                .filter(thread -> evidence.waiting().contains('"' + thread.name() + "\" "))
                .map(TraceThread::path)
                .toList();
        return finding(AnomalyKind.FAILURE, harm, "every thread waits", List.of(), paths);
    }

    private void thrown(Evidence evidence, List<Finding> findings) {
        Map<String, Evidence.FailedThread> distinct = new LinkedHashMap<>();
        for (Evidence.FailedThread thrown : evidence.thrown()) {
            distinct.putIfAbsent(exception(thrown) + " " + frame(thrown.stack()), thrown);
        }
        for (Evidence.FailedThread thrown : distinct.values()) {
            if (findings.size() < MOST) {
                Finding.Access access = access(thrown, "throw", simple(exception(thrown)));
                String text = thrown.name() + ": " + thrown.what() + " at " + access.position();
                Harm.Kind kind =
                        UncaughtException.parse(text).isAssertion() ? Harm.Kind.ASSERTION : Harm.Kind.EXCEPTION;
                findings.add(finding(
                        AnomalyKind.FAILURE,
                        new Harm(kind, text),
                        simple(exception(thrown)),
                        List.of(access),
                        List.of(thrown.path())));
            }
        }
    }

    private static String exception(Evidence.FailedThread thrown) {
        int end = thrown.what().indexOf(':');
        return end < 0 ? thrown.what() : thrown.what().substring(0, end);
    }

    private Finding finding(
            AnomalyKind kind, Harm harm, String variable, List<Finding.Access> accesses, List<String> paths) {
        String id = maker.id(kind);
        List<String> methods = accesses.stream().map(Finding.Access::region).toList();
        return new Finding(
                        new Finding.FindingId(
                                id,
                                Fingerprints.ofMethods(kind + " " + harm.kind().text(), variable, methods),
                                kind),
                        new Finding.Judgement(
                                Status.CONFIRMED,
                                SeverityRules.of(kind, harm.kind().text(), harm.kind(), false),
                                "",
                                harm),
                        new Finding.Anomaly(variable, harm.kind().text(), accesses),
                        Finding.Replay.seen("clips/" + id + ".clip", Finding.RECORDED, false))
                .with(new Finding.Around(lastEvents(paths), null));
    }

    private Finding.Access access(Evidence.FailedThread held, String op, String target) {
        String frame = frame(held.stack());
        int parenthesis = frame.endsWith(")") ? frame.indexOf('(') : -1;
        String code = parenthesis < 0 ? frame : frame.substring(0, parenthesis);
        String place = parenthesis < 0 ? "" : frame.substring(parenthesis + 1, frame.length() - 1);
        int colon = place.lastIndexOf(':');
        int line = colon < 0 ? -1 : number(place.substring(colon + 1));
        String file = colon < 0 ? "" : place.substring(0, colon);
        int dot = Math.max(0, code.lastIndexOf('.'));
        String className = code.substring(0, dot);
        return new Finding.Access(
                new Finding.Actor(held.name(), held.path()),
                op,
                new Finding.SourceLine(
                        className,
                        code.substring(Math.min(code.length(), dot + 1)),
                        file,
                        line,
                        line < 0 ? code : place,
                        line < 0 ? "" : sources.line(className, file, line)),
                new Finding.AccessTarget(
                        target,
                        held.locks().stream().map(RecordedFailures::simple).toList(),
                        null,
                        "",
                        code),
                held.stack());
    }

    private static int number(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** The innermost frame of the program; of the JDK when there is none of the program. */
    private static String frame(List<String> stack) {
        for (String frame : stack) {
            boolean isOfJdk = frame.startsWith("java.")
                    || frame.startsWith("javax.")
                    || frame.startsWith("jdk.")
                    || frame.startsWith("sun.")
                    || frame.startsWith("com.sun.");
            if (!isOfJdk && !frame.contains(".access$")) {
                return frame;
            }
        }
        return stack.isEmpty() ? "" : stack.get(0);
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static List<String> paths(List<Evidence.FailedThread> threads) {
        return threads.stream().map(Evidence.FailedThread::path).toList();
    }

    /** What these threads did last, thread by thread. */
    private List<String> lastEvents(List<String> paths) {
        List<String> lines = new ArrayList<>();
        for (String path : paths.subList(0, Math.min(THREADS_SHOWN, paths.size()))) {
            Deque<String> last = new ArrayDeque<>();
            for (int event = trace.size() - 1; event >= 0 && last.size() < EVENTS_SHOWN; event--) {
                TraceThread thread = trace.threads().get(trace.thread(event));
                if (thread.path().equals(path)) {
                    Site site = trace.site(trace.siteOf(event));
                    String what = site.what().isEmpty() ? "" : " " + site.shortWhat();
                    String where = site.className().isEmpty() && site.line() < 0 ? "" : " at " + site.position();
                    last.addFirst(thread.name() + ": " + trace.kind(event).reportWord() + what + where);
                }
            }
            lines.addAll(last);
        }
        return lines;
    }

    /** The recorded schedule as the clip of a failure. */
    static Clip clip(Finding failure, Clip whole) {
        return Clip.failure(
                failure.title() + " in the recorded run", whole, whole.steps(), Symptom.expected(failure.harm()));
    }
}
