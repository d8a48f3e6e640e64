// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import dev.foretell.trace.clip.ExpectedFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The failure that a finding leads to, without what differs from run to run, and which of several findings with the
 * same failure is the likeliest cause. An exit code or another output does not show where it comes from, so it is no
 * symptom: two bugs may share it.
 */
public final class Symptom {
    private static final Pattern FRAME = Pattern.compile("\\s+at (\\S*?)\\(([^()]*)\\)");
    private static final Pattern EXIT = Pattern.compile("^exit code (-?\\d+)");
    private static final Pattern JDK = Pattern.compile("(?:[^/]*/+)?(?:java|javax|jdk|sun)\\..*");

    private Symptom() {}

    /** Equal for findings with the same failure; empty when that is not known. */
    public static String of(Finding finding) {
        Harm harm = finding.harm();
        if (harm.kind() == Harm.Kind.DEADLOCK
                && finding.kind().isLockCycle()
                && lines(harm.detail()).isEmpty()) {
            return cycle(finding.accesses().stream()
                    .map(Finding.Access::position)
                    .sorted()
                    .toList());
        }
        return of(harm);
    }

    private static String cycle(List<String> lines) {
        return lines.size() < 2 ? "" : "deadlock " + lines;
    }

    /** The same for the harm of a run. */
    public static String of(Harm harm) {
        return switch (harm.kind()) {
            case EXCEPTION, ASSERTION -> {
                UncaughtException thrown = UncaughtException.parse(harm.detail());
                yield thrown.place().isEmpty() ? "" : "thrown " + thrown.symptom();
            }
            case DEADLOCK -> cycle(lines(harm.detail()));
            case HANG -> {
                // Where threads hang, but for the names that the JVM makes up each time.
                String stacks = harm.detail()
                        .lines()
                        .filter(line -> line.startsWith("    at "))
                        .map(line -> line.replaceAll("Lambda.*", "Lambda"))
                        .sorted()
                        .collect(Collectors.joining("\n"));
                yield stacks.isEmpty() ? "" : "hang " + stacks;
            }
            case ORACLE, EXIT, OUTPUT, FILE, NONE -> "";
        };
    }

    /** The failure that a replay has to show; null when that is not known. */
    public static ExpectedFailure expected(Harm harm) {
        return switch (harm.kind()) {
            case EXCEPTION, ASSERTION -> expected(UncaughtException.parse(harm.detail()));
            case DEADLOCK -> new ExpectedFailure(ExpectedFailure.Kind.DEADLOCK, "", "", lines(harm.detail()));
            case HANG -> new ExpectedFailure(ExpectedFailure.Kind.HANG, "", "", List.of());
            case EXIT -> {
                Matcher code = EXIT.matcher(harm.detail());
                yield code.find() ? new ExpectedFailure(ExpectedFailure.Kind.EXIT, code.group(1), "", List.of()) : null;
            }
            case ORACLE, OUTPUT, FILE, NONE -> null;
        };
    }

    /** The same for an exception; null when even its class is not known. */
    public static ExpectedFailure expected(UncaughtException thrown) {
        boolean placed = !thrown.place().isEmpty();
        return thrown.type().isEmpty()
                ? null
                : new ExpectedFailure(
                        ExpectedFailure.Kind.EXCEPTION,
                        thrown.type(),
                        placed ? "" : thrown.message(),
                        placed ? List.of(thrown.place()) : List.of());
    }

    /** Equal for descriptions of the same deadlock. */
    public static String cycle(String detail) {
        List<String> lines = lines(detail);
        return lines.isEmpty() ? detail : lines.toString();
    }

    /**
     * The lines at which the threads of a deadlock wait, sorted: of each thread the innermost of the program. The same
     * lines stand for the same locks in whatever words they are described. The JVM gives no line for a thread that
     * waits to enter a synchronized method; then it is the method.
     */
    private static List<String> lines(String detail) {
        List<String> lines = new ArrayList<>();
        boolean waits = false;
        for (String line : detail.lines().toList()) {
            Matcher frame = FRAME.matcher(line);
            if (!frame.matches()) {
                waits = line.contains(" wants ");
            } else if (waits && !JDK.matcher(frame.group(1)).matches()) {
                String place = frame.group(2);
                boolean hasLine = place.matches(".*:\\d+");
                lines.add(hasLine ? place : frame.group(1).replaceAll(".*/", "") + "(" + place + ")");
                waits = false;
            }
        }
        Collections.sort(lines);
        return lines;
    }

    /**
     * The likeliest cause first, among findings with the same symptom: the thread that failed took part in the anomaly;
     * it failed at one of the anomaly's lines, or over its variable; then the one that needs the shortest schedule.
     */
    static final Comparator<Finding> LIKELIEST = Comparator.comparing((Finding finding) -> !tookPart(finding))
            .thenComparing(Symptom::distance)
            .thenComparing(finding -> finding.schedule() == null
                    ? Integer.MAX_VALUE
                    : finding.schedule().events());

    private static boolean isThrown(Finding finding) {
        return finding.harm().kind() == Harm.Kind.EXCEPTION || finding.harm().kind() == Harm.Kind.ASSERTION;
    }

    private static boolean tookPart(Finding finding) {
        if (!isThrown(finding)) {
            return true;
        }
        String thread = UncaughtException.parse(finding.harm().detail()).thread();
        // Threads of the same name have their creation path behind it.
        return finding.accesses().stream()
                .map(Finding.Access::thread)
                .anyMatch(name -> name.equals(thread) || name.startsWith(thread + " ("));
    }

    /** 0 at a line of the anomaly, 1 when the message names its variable, 2 in one of its files, 3 elsewhere. */
    private static int distance(Finding finding) {
        if (!isThrown(finding)) {
            return 0;
        }
        UncaughtException thrown = UncaughtException.parse(finding.harm().detail());
        List<Finding.Access> accesses = finding.accesses();
        if (accesses.stream().anyMatch(access -> access.position().equals(thrown.place()))) {
            return 0;
        }
        if (accesses.stream().anyMatch(access -> names(thrown.message(), access.target()))) {
            return 1;
        }
        String file = thrown.place().replaceAll(":\\d+$", "");
        return accesses.stream().anyMatch(access -> access.file().equals(file)) ? 2 : 3;
    }

    private static boolean names(String message, String target) {
        String field = target.replaceAll("(\\[\\])?(#\\d+)?$", "").replaceAll(".*\\.", "");
        return !field.isEmpty()
                && Pattern.compile("\\b" + Pattern.quote(field) + "\\b")
                        .matcher(message)
                        .find();
    }
}
