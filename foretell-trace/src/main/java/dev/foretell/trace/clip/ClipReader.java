// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one clip. */
final class ClipReader {
    private static final List<String> KINDS =
            List.of("race", "deadlock", "atomicity", "asv", "order", "pattern", "failure", "schedule");
    private static final String ALL_KINDS = "race, deadlock, atomicity, asv, order, pattern, failure or schedule";

    private final String file;
    private String kind;
    private String title;
    private List<String> command;
    private List<Integer> order;
    private final Map<String, String> classes = new LinkedHashMap<>();
    private final Map<String, String> threads = new LinkedHashMap<>();
    private final Map<String, String> pathOfLabel = new HashMap<>();
    private final List<ClipStep> steps = new ArrayList<>();
    /** The points of 'meet' lines, or of 'pass' lines. */
    private final List<ClipPoint> anomaly = new ArrayList<>();

    private final List<Integer> variables = new ArrayList<>();
    private final List<Integer> regions = new ArrayList<>();
    private final Map<String, Integer> variableOfTag = new HashMap<>();
    private final Map<String, Integer> regionOfTag = new HashMap<>();
    /** The points of {@code run … past} lines. */
    private final Map<ClipPoint, ClipLine> passed = new LinkedHashMap<>();

    private boolean meets;
    /** Who goes on first after the anomaly; null when no line says so. */
    private String then;
    /** How the program fails; null when no line says so. */
    private ExpectedFailure expected;

    ClipReader(String file) {
        this.file = file;
    }

    Clip read(List<String> lines) throws ClipException {
        new ClipLine(file, 1, lines.isEmpty() ? "" : lines.get(0))
                .expectVersion("clip", ClipFormat.VERSION, "a clip", "clip");
        for (int i = 1; i < lines.size(); i++) {
            ClipLine line = new ClipLine(file, i + 1, lines.get(i));
            if (!line.atEnd()) {
                statement(line);
                line.expectEnd();
            }
        }
        complete(new ClipLine(file, Math.max(1, lines.size()), ""));
        return new Clip(
                kind,
                title == null ? "" : title,
                command == null ? List.of() : command,
                classes,
                threads,
                steps,
                anomaly,
                order == null ? List.of() : order,
                isOrdered() ? AnomalyShape.inOrder(variables, regions) : AnomalyShape.of(kind, anomaly.size()),
                "first".equals(then),
                expected);
    }

    private boolean isOrdered() {
        return kind.equals("atomicity") || kind.equals("asv") || kind.equals("order") || kind.equals("pattern");
    }

    private void statement(ClipLine line) throws ClipException {
        String keyword = line.word("a keyword");
        switch (keyword) {
            case "kind" -> kind = kind(line);
            case "title" -> {
                once(title, line);
                title = line.word("a title in quotes");
            }
            case "command" -> {
                once(command, line);
                command = new ArrayList<>();
                while (!line.atEnd()) {
                    command.add(line.word("a word of the command"));
                }
            }
            case "class" -> {
                String name = line.word("a class name");
                if (classes.put(name, line.word("the checksum of the class")) != null) {
                    throw line.error("class " + name + " has a checksum already");
                }
            }
            case "thread" -> thread(line);
            case "run" -> run(line);
            case "meet" -> meet(line);
            case "pass" -> pass(line);
            case "order" -> order(line);
            case "then" -> then = then(line);
            case "expect" -> {
                once(expected, line);
                expected = ExpectedFailure.read(line);
            }
            default ->
                throw line.error(
                        "expected kind, title, command, class, thread, run, meet, order, pass, then or expect, but"
                                + " found '"
                                + keyword + "'");
        }
    }

    private static void once(Object before, ClipLine line) throws ClipException {
        if (before != null) {
            throw line.error("expected this only once in a clip");
        }
    }

    private String kind(ClipLine line) throws ClipException {
        once(kind, line);
        String word = line.word(ALL_KINDS);
        if (!KINDS.contains(word)) {
            throw line.error("expected " + ALL_KINDS + ", but found '" + word + "'");
        }
        return word;
    }

    private void thread(ClipLine line) throws ClipException {
        String label = line.word("a label such as T1");
        if (pathOfLabel.containsKey(label)) {
            throw line.error("expected a new label, because '" + label + "' is taken");
        }
        String path = line.word("a creation path such as main/0");
        if (threads.containsKey(path)) {
            throw line.error("expected another thread, because " + path + " has a label already");
        }
        pathOfLabel.put(label, path);
        threads.put(path, line.atEnd() ? "" : line.word("the thread's name in quotes"));
    }

    private void run(ClipLine line) throws ClipException {
        String path = path(line);
        String how = line.word("'until' or 'past'");
        if (how.equals("past")) {
            ClipPoint point = point(path, line.word("an operation such as read or write"), line);
            passed.put(point, line);
            steps.add(new ClipStep(path, point, true));
            return;
        }
        if (!how.equals("until")) {
            throw line.error("expected 'until' or 'past', but found '" + how + "'");
        }
        String operation = line.word("'end' or an operation such as read, write or lock");
        steps.add(new ClipStep(path, operation.equals("end") ? null : point(path, operation, line)));
    }

    private void meet(ClipLine line) throws ClipException {
        notBoth(!meets, line);
        meets = true;
        String path = path(line);
        for (ClipPoint other : anomaly) {
            if (other.thread().equals(path)) {
                throw line.error("expected another thread, because this one has its point already");
            }
        }
        line.expect("before");
        anomaly.add(point(path, line.word("an operation such as read, write or lock"), line));
    }

    private void pass(ClipLine line) throws ClipException {
        notBoth(meets, line);
        String path = path(line);
        String operation = line.word("an access such as read or write");
        EventKind op = ClipWords.operation(operation);
        if (op == null || !op.isAccess() && !isOfMonitor(op)) {
            throw line.error("expected read, write, volatile-read, volatile-write, lock, unlock, wake, notify,"
                    + " notify-all or signal, but found '" + operation + "'");
        }
        ClipPoint point = point(path, operation, line);
        if (anomaly.contains(point)) {
            throw line.error("expected another event, because this one is in a line above");
        }
        variables.add(tag(line, "as", "a name for the variable such as x", variableOfTag, variables));
        int region = tag(line, "in", "a name for the execution of an atomic region such as u1", regionOfTag, regions);
        int earlier = regions.indexOf(region);
        if (earlier >= 0 && !anomaly.get(earlier).thread().equals(path)) {
            throw line.error("expected another name, because this one is for an execution by another thread");
        }
        regions.add(region);
        anomaly.add(point);
    }

    private void notBoth(boolean other, ClipLine line) throws ClipException {
        if (other && !anomaly.isEmpty()) {
            throw line.error("expected either 'meet' or 'pass' lines in a clip, not both");
        }
    }

    /** The number that a name stands for; without a name, one that nothing else has. */
    private static boolean isOfMonitor(EventKind op) {
        return switch (op) {
            case ACQUIRE, RELEASE, WAKE, NOTIFY, NOTIFY_ALL, PUBLISH -> true;
            default -> false;
        };
    }

    private static int tag(
            ClipLine line, String word, String meaning, Map<String, Integer> numbers, List<Integer> earlier)
            throws ClipException {
        int next = 0;
        for (int used : earlier) {
            next = Math.max(next, used + 1);
        }
        if (!line.accept(word)) {
            return next;
        }
        Integer known = numbers.putIfAbsent(line.word(meaning), next);
        return known == null ? next : known;
    }

    /** A label or a path. */
    private String path(ClipLine line) throws ClipException {
        String word = line.word("a thread");
        String path = pathOfLabel.get(word);
        if (path != null) {
            return path;
        }
        if (word.equals("main") || word.startsWith("main/") || word.startsWith("jvm:")) {
            return word;
        }
        throw line.error("expected a label from a 'thread' line above or a creation path such as main/0, but found '"
                + word + "'");
    }

    private static ClipPoint point(String path, String word, ClipLine line) throws ClipException {
        EventKind op = ClipWords.operation(word);
        if (op == null) {
            throw line.error("expected one of " + ClipWords.operations() + ", but found '" + word + "'");
        }
        boolean placed = line.accept("at");
        String what = "";
        if (!placed && !line.atEnd() && !line.startsWith('#') && !line.startsWith('[')) {
            what = line.word("what is accessed");
            placed = line.accept("at");
        }
        String source = placed ? line.fileOfPlace() : "";
        int number = placed ? line.lineOfPlace() : -1;
        int occurrence = 1;
        if (line.startsWith('#')) {
            line.expect('#', "an occurrence such as #1");
            occurrence = line.number("an occurrence, 1 for the first time", 1);
        }
        if (!placed && !line.startsWith('[')) {
            line.expect("at");
        }
        return new ClipPoint(path, site(op, what, source, number, line), occurrence);
    }

    private static Site site(EventKind op, String what, String source, int number, ClipLine line) throws ClipException {
        if (!line.startsWith('[')) {
            return new Site("", "", source, number, -1, op, what);
        }
        line.expect('[', "[");
        String key = line.word("class and method such as com.acme.Account.withdraw(I)V");
        int parenthesis = key.indexOf('(');
        int dot = key.lastIndexOf('.', parenthesis < 0 ? key.length() : parenthesis);
        if (dot < 0) {
            throw line.error(
                    "expected class and method such as com.acme.Account.withdraw(I)V, but found '" + key + "'");
        }
        String className = key.substring(0, dot);
        line.expect('@', "the bytecode offset such as @23");
        int offset = line.number("a bytecode offset", -1);
        String full = line.startsWith(']') ? ClipWords.complete(what, className) : line.word("a full name or ]");
        line.expect(']', "]");
        return new Site(className, key.substring(dot + 1), source, number, offset, op, full);
    }

    private void order(ClipLine line) throws ClipException {
        once(order, line);
        order = new ArrayList<>();
        while (!line.atEnd()) {
            String path = path(line);
            int index = 0;
            while (index < anomaly.size() && !anomaly.get(index).thread().equals(path)) {
                index++;
            }
            if (index == anomaly.size()) {
                throw line.error("expected a thread of a 'meet' line above");
            }
            if (order.contains(index)) {
                throw line.error("expected each thread only once");
            }
            order.add(index);
        }
    }

    private String then(ClipLine line) throws ClipException {
        once(then, line);
        String word = line.word("'first' or 'last'");
        if (!word.equals("first") && !word.equals("last")) {
            throw line.error("expected 'first' or 'last', but found '" + word + "'");
        }
        return word;
    }

    private void complete(ClipLine end) throws ClipException {
        if (kind == null) {
            throw end.error("expected a line such as 'kind race' before the end (" + ALL_KINDS + ")");
        }
        int points = anomaly.size();
        String needed = switch (kind) {
            case "race" -> points == 2 ? "" : "exactly two";
            case "deadlock", "order", "pattern" -> points >= 2 ? "" : "two or more";
            case "atomicity" -> points == 3 ? "" : "exactly three";
            case "asv" -> points >= 3 ? "" : "three or more";
            default -> points == 0 ? "" : "no";
        };
        if (expected != null && !kind.equals("failure")) {
            throw end.error("expected an 'expect' line only in a clip of kind failure");
        }
        if (then != null && points == 0) {
            throw end.error("expected no 'then' line in a clip without an anomaly");
        }
        boolean others = points > 0 && meets == isOrdered();
        if (others || !needed.isEmpty()) {
            throw end.error("expected " + needed + (needed.isEmpty() ? "" : " ") + (isOrdered() ? "'pass'" : "'meet'")
                    + " lines in a clip of kind " + kind + ", but found " + points
                    + (!others ? "" : meets ? " 'meet' lines" : " 'pass' lines"));
        }
        for (Map.Entry<ClipPoint, ClipLine> entry : passed.entrySet()) {
            int index = isOrdered() ? anomaly.indexOf(entry.getKey()) : -1;
            boolean promised = index >= 0 && index < points - 1;
            boolean access = index < 0 && entry.getKey().site().op().isAccess();
            if (!promised && !access) {
                throw entry.getValue()
                        .error("expected an access, or the point of a 'pass' line, other than the last event");
            }
        }
        if (isOrdered() && order != null) {
            throw end.error("expected no 'order' line in a clip of kind " + kind);
        }
        if (order != null && order.size() != points) {
            throw end.error("expected each thread of a 'meet' line in the 'order' line");
        }
    }
}
