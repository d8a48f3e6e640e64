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
    private final String file;
    private String kind;
    private String title;
    private List<String> command;
    private List<Integer> order;
    private final Map<String, String> classes = new LinkedHashMap<>();
    private final Map<String, String> threads = new LinkedHashMap<>();
    private final Map<String, String> pathOfLabel = new HashMap<>();
    private final List<ClipStep> steps = new ArrayList<>();
    private final List<ClipPoint> anomaly = new ArrayList<>();

    ClipReader(String file) {
        this.file = file;
    }

    Clip read(List<String> lines) throws ClipException {
        version(new ClipLine(file, 1, lines.isEmpty() ? "" : lines.get(0)));
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
                order == null ? List.of() : order);
    }

    private static void version(ClipLine line) throws ClipException {
        String expected = "'" + ClipFormat.MAGIC + " " + ClipFormat.VERSION + "' as the first line of a clip";
        boolean clip = line.accept("foretell") && line.accept("clip") && !line.atEnd();
        if (!clip) {
            throw line.complain("expected " + expected);
        }
        int version = line.number(expected, 1);
        if (version != ClipFormat.VERSION) {
            throw line.complain("this clip has format " + version + " but this Foretell reads format "
                    + ClipFormat.VERSION + "; use the Foretell that wrote it");
        }
        line.expectEnd();
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
                    throw line.complain("class " + name + " has a checksum already");
                }
            }
            case "thread" -> thread(line);
            case "run" -> run(line);
            case "meet" -> {
                String path = path(line);
                for (ClipPoint other : anomaly) {
                    if (other.thread().equals(path)) {
                        throw line.complain("expected another thread, because this one has its point already");
                    }
                }
                line.expect("before");
                anomaly.add(point(path, line.word("an operation such as read, write or lock"), line));
            }
            case "order" -> order(line);
            default ->
                throw line.complain("expected kind, title, command, class, thread, run, meet or order, but found '"
                        + keyword + "'");
        }
    }

    private static void once(Object before, ClipLine line) throws ClipException {
        if (before != null) {
            throw line.complain("expected this only once in a clip");
        }
    }

    private String kind(ClipLine line) throws ClipException {
        once(kind, line);
        String word = line.word("race, deadlock or schedule");
        if (!word.equals("race") && !word.equals("deadlock") && !word.equals("schedule")) {
            throw line.complain("expected race, deadlock or schedule, but found '" + word + "'");
        }
        return word;
    }

    private void thread(ClipLine line) throws ClipException {
        String label = line.word("a label such as T1");
        if (pathOfLabel.containsKey(label)) {
            throw line.complain("expected a new label, because '" + label + "' is taken");
        }
        String path = line.word("a creation path such as main/0");
        if (threads.containsKey(path)) {
            throw line.complain("expected another thread, because " + path + " has a label already");
        }
        pathOfLabel.put(label, path);
        threads.put(path, line.atEnd() ? "" : line.word("the thread's name in quotes"));
    }

    private void run(ClipLine line) throws ClipException {
        String path = path(line);
        line.expect("until");
        String operation = line.word("'end' or an operation such as read, write or lock");
        steps.add(new ClipStep(path, operation.equals("end") ? null : point(path, operation, line)));
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
        throw line.complain("expected a label from a 'thread' line above or a creation path such as main/0, but found '"
                + word + "'");
    }

    private static ClipPoint point(String path, String word, ClipLine line) throws ClipException {
        EventKind op = Words.operation(word);
        if (op == null) {
            throw line.complain("expected one of " + Words.operations() + ", but found '" + word + "'");
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
            throw line.complain(
                    "expected class and method such as com.acme.Account.withdraw(I)V, but found '" + key + "'");
        }
        String className = key.substring(0, dot);
        line.expect('@', "the bytecode offset such as @23");
        int offset = line.number("a bytecode offset", -1);
        String full = line.startsWith(']') ? Words.complete(what, className) : line.word("a full name or ]");
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
                throw line.complain("expected a thread of a 'meet' line above");
            }
            if (order.contains(index)) {
                throw line.complain("expected each thread only once");
            }
            order.add(index);
        }
    }

    private void complete(ClipLine end) throws ClipException {
        if (kind == null) {
            throw end.complain("expected a line 'kind race', 'kind deadlock' or 'kind schedule' before the end");
        }
        int points = anomaly.size();
        boolean fits = kind.equals("race") ? points == 2 : kind.equals("deadlock") ? points >= 2 : points == 0;
        if (!fits) {
            String needed = kind.equals("race") ? "exactly two" : kind.equals("deadlock") ? "two or more" : "no";
            throw end.complain(
                    "expected " + needed + " 'meet' lines in a clip of kind " + kind + ", but found " + points);
        }
        if (order != null && order.size() != points) {
            throw end.complain("expected each thread of a 'meet' line in the 'order' line");
        }
    }
}
