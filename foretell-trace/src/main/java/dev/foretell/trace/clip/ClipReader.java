// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Operand;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.anomaly.EventArrangement;
import dev.foretell.trace.words.Line;
import dev.foretell.trace.words.LineFile;
import dev.foretell.trace.words.SyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one clip. */
final class ClipReader implements LineFile.Statements {
    private final LineFile file;
    private AnomalyKind kind;
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
    private final Map<ClipPoint, Line> passed = new LinkedHashMap<>();

    private boolean meets;
    /** The word of the 'then' line; null when there is none. */
    private String then;
    /** Of the 'expect' line; null when there is none. */
    private ExpectedFailure expected;

    ClipReader(LineFile file) {
        this.file = file;
    }

    Clip read() throws SyntaxException {
        file.read("clip", ClipFormat.VERSION, "a clip", "clip", this);
        complete(file.end());
        AnomalyShape shape =
                kind.isInSequence() ? AnomalyShape.inOrder(variables, regions) : AnomalyShape.of(kind, anomaly.size());
        return new Clip(
                kind,
                title == null ? "" : title,
                new Clip.Program(command == null ? List.of() : command, classes, threads),
                steps,
                new Clip.Events(anomaly, shape, order == null ? List.of() : order, "first".equals(then)),
                expected);
    }

    @Override
    public void statement(String keyword, Line line) throws SyntaxException {
        switch (keyword) {
            case "kind" -> kind = kind(line);
            case "title" -> {
                line.once(title, "a clip");
                title = line.word("a title in quotes");
            }
            case "command" -> {
                line.once(command, "a clip");
                command = new ArrayList<>();
                while (!line.atEnd()) {
                    command.add(line.word("a word of the command"));
                }
            }
            case "class" -> line.checksum(classes);
            case "thread" -> thread(line);
            case "run" -> run(line);
            case "meet" -> meet(line);
            case "pass" -> pass(line);
            case "order" -> order(line);
            case "then" -> then = then(line);
            case "expect" -> {
                line.once(expected, "a clip");
                expected = ExpectedFailure.read(line);
            }
            default ->
                throw line.error(
                        "expected kind, title, command, class, thread, run, meet, order, pass, then or expect, but"
                                + " found '"
                                + keyword + "'");
        }
    }

    /**
     * One of Foretell's own kinds, or another one with its arrangement, which is all that the director needs to check
     * it. After an own kind the arrangement is written only when it is not the kind's default.
     */
    private AnomalyKind kind(Line line) throws SyntaxException {
        line.once(kind, "a clip");
        String word = line.word(kinds());
        AnomalyKind own = AnomalyKind.own(word);
        if (own != null && line.atEnd()) {
            return own;
        }
        String arrangedAs = line.atEnd() ? "" : line.word("an arrangement");
        EventArrangement arrangement = EventArrangement.of(arrangedAs);
        if (arrangement == null && own != null) {
            throw line.error(
                    "expected at-once, in-sequence, lock-cycle or the end of the line, but found '" + arrangedAs + "'");
        }
        if (arrangement == null) {
            throw line.error("expected " + kinds() + ", but found '" + word + "'");
        }
        return own != null ? own.arrangedAs(arrangement) : AnomalyKind.foreign(word, arrangement);
    }

    /** {@code race, deadlock, … or schedule}. */
    private static String kinds() {
        StringBuilder out = new StringBuilder();
        List<AnomalyKind> all = AnomalyKind.own();
        for (int i = 0; i < all.size(); i++) {
            out.append(i == 0 ? "" : i == all.size() - 1 ? " or " : ", ")
                    .append(all.get(i).id());
        }
        return out.toString();
    }

    private void thread(Line line) throws SyntaxException {
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

    private void run(Line line) throws SyntaxException {
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

    private void meet(Line line) throws SyntaxException {
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

    private void pass(Line line) throws SyntaxException {
        notBoth(meets, line);
        String path = path(line);
        String operation = line.word("an access such as read or write");
        EventKind op = EventKind.ofClipWord(operation);
        if (op == null || !op.isAccess() && !isOfMonitor(op)) {
            throw line.error("expected read, write, volatile-read, volatile-write, lock, unlock, wake, notify,"
                    + " notify-all or publish, but found '" + operation + "'");
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

    private void notBoth(boolean other, Line line) throws SyntaxException {
        if (other && !anomaly.isEmpty()) {
            throw line.error("expected either 'meet' or 'pass' lines in a clip, not both");
        }
    }

    private static boolean isOfMonitor(EventKind op) {
        boolean exclusive = op.operand() == Operand.LOCK && !op.isShared() && !op.isFailedTry();
        return exclusive || op == EventKind.PUBLISH;
    }

    /** The number of a name; without a name, a new one. */
    private static int tag(Line line, String word, String meaning, Map<String, Integer> numbers, List<Integer> earlier)
            throws SyntaxException {
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
    private String path(Line line) throws SyntaxException {
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

    private static ClipPoint point(String path, String word, Line line) throws SyntaxException {
        EventKind op = EventKind.ofClipWord(word);
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

    private static Site site(EventKind op, String what, String source, int number, Line line) throws SyntaxException {
        if (!line.startsWith('[')) {
            return new Site("", "", source, number, -1, op, what);
        }
        line.expect('[', "[");
        Line.Method code = line.method();
        line.expect('@', "the bytecode offset such as @23");
        int offset = line.number("a bytecode offset", -1);
        String full = line.startsWith(']') ? ClipWords.complete(what, code.className()) : line.word("a full name or ]");
        line.expect(']', "]");
        return new Site(code.className(), code.method(), source, number, offset, op, full);
    }

    private void order(Line line) throws SyntaxException {
        line.once(order, "a clip");
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

    private String then(Line line) throws SyntaxException {
        line.once(then, "a clip");
        String word = line.word("'first' or 'last'");
        if (!word.equals("first") && !word.equals("last")) {
            throw line.error("expected 'first' or 'last', but found '" + word + "'");
        }
        return word;
    }

    private void complete(Line end) throws SyntaxException {
        if (kind == null) {
            throw end.error("expected a line such as 'kind race' before the end (" + kinds() + ")");
        }
        int points = anomaly.size();
        String needed = kind.admits(points) ? "" : kind.eventsNeeded();
        if (expected != null && !kind.isOfRun()) {
            throw end.error("expected an 'expect' line only in a clip of kind failure");
        }
        if (then != null && points == 0) {
            throw end.error("expected no 'then' line in a clip without an anomaly");
        }
        boolean others = points > 0 && meets == kind.isInSequence();
        if (others || !needed.isEmpty()) {
            throw end.error(
                    "expected " + needed + (needed.isEmpty() ? "" : " ") + (kind.isInSequence() ? "'pass'" : "'meet'")
                            + " lines in a clip of kind " + kind + ", but found " + points
                            + (!others ? "" : meets ? " 'meet' lines" : " 'pass' lines"));
        }
        for (Map.Entry<ClipPoint, Line> entry : passed.entrySet()) {
            int index = kind.isInSequence() ? anomaly.indexOf(entry.getKey()) : -1;
            boolean ofAnomaly = index >= 0 && index < points - 1;
            boolean access = index < 0 && entry.getKey().site().op().isAccess();
            if (!ofAnomaly && !access) {
                throw entry.getValue()
                        .error("expected an access, or the point of a 'pass' line, other than the last event");
            }
        }
        if (kind.isInSequence() && order != null) {
            throw end.error("expected no 'order' line in a clip of kind " + kind);
        }
        if (order != null && order.size() != points) {
            throw end.error("expected each thread of a 'meet' line in the 'order' line");
        }
    }
}
