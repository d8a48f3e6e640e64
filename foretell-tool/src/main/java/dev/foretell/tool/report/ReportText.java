// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sentences that all renderings share, so that they cannot contradict each other. */
final class ReportText {
    private static final int ALSO_SHOWN = 6;

    private final String launcher;
    private final Path folder;

    ReportText(String launcher, Path folder) {
        this.launcher = launcher;
        this.folder = folder;
    }

    /** The command that makes it happen again, ready to paste; empty when there is no clip. */
    String replay(Finding finding) {
        return finding.clip() == null
                ? ""
                : quote(launcher) + " replay "
                        + quote(folder.resolve(finding.clip()).toString());
    }

    /** For a POSIX shell. */
    static String quote(String word) {
        return word.matches("[\\w@%+=:,./^-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    static String commandLine(List<String> command) {
        return String.join(" ", command.stream().map(ReportText::quote).toList());
    }

    /** {@code writes it at Desk.java:12 in Desk.sell, holding Desk}; the name for it when there are several. */
    static String access(Finding finding, Finding.Access access) {
        String it = finding.variable().equals(access.target()) ? "it" : access.target();
        String verb = switch (access.op()) {
            case "read" -> "reads " + it;
            case "write" -> "writes " + it;
            case "throw" -> "throws " + access.target();
            case "block" -> "waits";
            case "lock" -> (finding.kind().isLockCycle() ? "wants " : "locks ") + access.target();
            case "notify", "notify all" -> "notifies " + access.target();
            case "unlock" -> "begins to wait for " + access.target();
            case "interrupt" -> "interrupts " + access.target();
            case "wait" -> "comes back from its wait for " + access.target();
            default -> access.op();
        };
        String where = access.className().isEmpty() ? "" : " in " + simple(access.className()) + "." + access.method();
        return verb + " at " + access.position() + where + holding(access);
    }

    static String holding(Finding.Access access) {
        return access.locks().isEmpty() ? "" : ", holding " + String.join(", ", access.locks());
    }

    static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /**
     * That the program ends well with another schedule, and the command that shows it; empty when that was not seen.
     */
    String endsWell(Finding finding) {
        String clip = finding.around() == null ? null : finding.around().endsWell();
        return clip == null
                ? ""
                : "with this schedule the program ends well: " + quote(launcher) + " replay "
                        + quote(folder.resolve(clip).toString());
    }

    /** {@code confirmed, created 2 of 2 times}; the reason for the rest. */
    static String verdict(Finding finding) {
        Finding.Replays replays = finding.replays();
        String times = replays.tried() == 0
                ? ""
                : ", created in " + replays.created() + " of " + replays.tried() + " re-executions";
        if (finding.isSeen()) {
            return finding.status().text() + ", seen to happen";
        }
        if (finding.isRecorded()) {
            return finding.status().text() + ", seen in the recorded run" + times;
        }
        if (finding.by().contains(Finding.LEFT)) {
            return finding.status().text() + ", seen in a re-execution" + times;
        }
        return finding.status().text() + (finding.status() == Status.CONFIRMED ? times : "");
    }

    /** {@code 3 confirmed (2 harmful), 1 predicted, 4 refuted}: bugs, not the ways to them. */
    static String headline(Report report) {
        List<Finding> bugs = report.findings().stream()
                .filter(finding -> finding.first() && !finding.folded())
                .toList();
        long harmful = bugs.stream()
                .filter(finding ->
                        finding.status() == Status.CONFIRMED && finding.harm().seen())
                .count();
        int notes = notes(report).size() + idioms(report).size();
        if (report.watch() != null) {
            return count(bugs, Status.CONFIRMED) + " seen" + (report.watch().ended() ? "" : " so far");
        }
        return count(bugs, Status.CONFIRMED) + " confirmed" + (harmful > 0 ? " (" + harmful + " harmful)" : "") + ", "
                + count(bugs, Status.PREDICTED) + " predicted but not confirmed, "
                + report.coverage().refuted() + " refuted" + (notes == 0 ? "" : ", " + count(notes, "note"));
    }

    private static long count(List<Finding> findings, Status status) {
        return findings.stream().filter(finding -> finding.status() == status).count();
    }

    /** The notes that no other finding stands for, but for those that have a sentence of their own. */
    static List<Finding> notes(Report report) {
        return folded(report).filter(finding -> finding.idiom() == null).toList();
    }

    /** The notes on code that has a known, harmless form. */
    static List<Finding> idioms(Report report) {
        return folded(report).filter(finding -> finding.idiom() != null).toList();
    }

    private static Stream<Finding> folded(Report report) {
        return report.findings().stream().filter(finding -> finding.first() && finding.folded());
    }

    /** {@code data race on Point.hash (R1, Point.java:9 and Point.java:12) is the racy single-check idiom: ...}. */
    static String idiom(Finding finding) {
        String places = finding.accesses().stream()
                .map(Finding.Access::position)
                .distinct()
                .collect(Collectors.joining(" and "));
        return finding.title() + " (" + finding.id() + ", " + places + ") is "
                + finding.idiom().sentence();
    }

    /** One line for all notes; empty when there are none. */
    static String notesLine(Report report) {
        int notes = notes(report).size();
        return notes == 0
                ? ""
                : count(notes, "note")
                        + ": steps can be interrupted, or happen in another order, and no harm was seen; this is often"
                        + " intended";
    }

    /** {@code R2 (race, r-w), A1 (atomicity, r-w-r)}: the other ways to the same bug. */
    static String also(Finding finding) {
        List<Finding.Also> others = finding.also();
        String text = others.stream()
                .limit(ALSO_SHOWN)
                .map(other -> other.id() + " (" + other.kind() + ", " + other.pattern()
                        + (other.status() == Status.CONFIRMED ? ")" : ", not confirmed)"))
                .collect(Collectors.joining(", "));
        return others.size() <= ALSO_SHOWN ? text : text + " and " + (others.size() - ALSO_SHOWN) + " more";
    }

    /** What was done and what was not, a label and a text each. */
    static List<String[]> summary(Report report) {
        Report.Run run = report.run();
        Report.Coverage coverage = report.coverage();
        List<String[]> lines = new ArrayList<>();
        String program = run.programExit() == null
                ? "imported"
                : switch (run.ended()) {
                    case "itself" -> "program exit " + run.programExit();
                    case "standstill" -> "ended because it waited for ever";
                    default -> "ended by the " + run.ended();
                };
        if (report.watch() != null) {
            return watched(report, program);
        }
        lines.add(new String[] {
            "recorded",
            count(run.threads(), "thread") + ", " + count(run.events(), "event") + " ("
                    + count(run.accesses(), "access") + "), " + count(run.locks(), "lock") + ", "
                    + seconds(run.recordSeconds()) + ", " + program
        });
        lines.add(classes(run));
        if (run.jvm() != null) {
            lines.add(new String[] {
                "JVMs", "analysed " + run.jvm() + ", not analysed " + String.join(", ", run.otherJvms())
            });
        }
        lines.add(new String[] {
            "analysed",
            count(run.sharedEvents(), "shared event") + ", " + count(coverage.candidates(), "candidate") + ", "
                    + seconds(run.analyzeSeconds())
                    + (coverage.truncated().isEmpty()
                            ? ""
                            : ", " + count(coverage.truncated().size(), "limit") + " reached")
        });
        lines.add(new String[] {"re-executed", reExecuted(report)});
        if (coverage.files() != null) {
            lines.add(new String[] {
                "files",
                count(coverage.files().written(), "file") + " written by the recorded run, "
                        + number(coverage.files().compared()) + " of them compared"
            });
        }
        if (coverage.budgetSeconds() > 0) {
            double used = run.recordSeconds() + run.analyzeSeconds() + run.confirmSeconds();
            lines.add(new String[] {"time", seconds(used) + " of the session's " + seconds(coverage.budgetSeconds())});
        }
        Report.Canary canary = report.canary();
        lines.add(new String[] {"canary", "race " + canary.race() + ", deadlock " + canary.deadlock()});
        return lines;
    }

    private static List<String[]> watched(Report report, String program) {
        Report.Run run = report.run();
        Report.Watch watch = report.watch();
        List<String[]> lines = new ArrayList<>();
        String end = watch.ended() ? count(run.threads(), "thread") + ", " + program : "still running";
        lines.add(new String[] {"watched", seconds(run.recordSeconds()) + ", " + end});
        lines.add(new String[] {"seen", count(watch.times(), "time") + " in all"});
        if (!watch.healed().isEmpty()) {
            lines.add(new String[] {"healed", count(watch.healed().size(), "time")});
        }
        lines.add(classes(run));
        return lines;
    }

    private static String[] classes(Report.Run run) {
        return new String[] {
            "classes",
            number(run.classes().instrumented()) + " instrumented, "
                    + number(run.classes().skipped()) + " skipped, "
                    + number(run.classes().failed()) + " failed"
                    + (run.partialMethods().isEmpty()
                            ? ""
                            : ", " + count(run.partialMethods().size(), "method") + " left out")
        };
    }

    private static String reExecuted(Report report) {
        if (report.coverage().replayable() == null) {
            return "nothing";
        }
        Report.Coverage coverage = report.coverage();
        return count(coverage.runs(), "time") + " ("
                + number(coverage.created()) + " created the anomaly), "
                + count(coverage.timeouts(), "time-out") + ", "
                + seconds(report.run().confirmSeconds())
                + String.format(Locale.ROOT, ", %.1f a second", coverage.runsPerSecond())
                + "; the recorded schedule " + (coverage.replayable() ? "replays" : "does not replay");
    }

    static String count(long n, String what) {
        String plural = what.endsWith("s") ? what + "es" : what + "s";
        return number(n) + " " + (n == 1 ? what : plural);
    }

    static String number(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }
}
