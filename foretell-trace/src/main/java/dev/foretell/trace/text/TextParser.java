// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Operand;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.io.TraceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one text trace, line by line. With tables every number is taken as written; without them names are numbered in
 * order of appearance, occurrences are counted, and re-entrant acquires are folded away.
 */
final class TextParser {
    /** Declares the permits of a semaphore in a text without tables. Any other line with # is a comment there. */
    private static final Pattern SEMAPHORE = Pattern.compile("# semaphore (-?\\d{1,9})\\|(.+)");

    /** A PUBLISH on the channel that has the name of its operand, a thread. */
    private static final String INTERRUPT = "interrupt";
    /** STD's request for a lock; not an event here. */
    private static final String REQUEST = "req";

    private final String source;
    private final boolean repair;
    private final TraceBuilder out = new TraceBuilder();
    private final ThreadNames threads = new ThreadNames();
    private final Map<String, Integer> variables = new HashMap<>();
    private final Map<String, Integer> locks = new HashMap<>();
    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<String, Integer> channels = new HashMap<>();
    private final Map<String, Integer> semaphores = new HashMap<>();
    private final Map<String, Integer> sites = new HashMap<>();
    private final Map<Long, Integer> occurrences = new HashMap<>();
    private final List<Holders> holders = new ArrayList<>();
    /** By semaphore: the permits left. */
    private final List<Integer> permits = new ArrayList<>();

    private final Map<String, List<String>> lists = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private RunInfo.Recorded recorded = RunInfo.NONE.recorded();
    private int instrumented;
    private int skipped;
    private boolean tables;
    private int siteCount;
    private int variableCount;
    private int lockCount;
    private int semaphoreCount;
    private int line;
    private long accesses;
    private long requests;
    private long strayReleases;

    TextParser(String source, Set<TextTrace.Option> options) {
        this.source = source;
        this.repair = options.contains(TextTrace.Option.REPAIR_THREAD_NAMES);
    }

    Trace parse(BufferedReader in) throws IOException {
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            line++;
            if (text.startsWith("#")) {
                table(text);
            } else if (!text.isBlank()) {
                event(text);
            }
        }
        if (tables) {
            threads.all().forEach(name -> out.addThread(name.path(), name.name()));
            return out.build(declaredRun());
        }
        return foreign();
    }

    private Trace foreign() {
        Map<Integer, Integer> meant = threads.misspelt();
        if (!meant.isEmpty()) {
            warnings.add(threads.describe(meant, repair));
        }
        if (strayReleases > 0) {
            warnings.add(strayReleases + " releases of locks that their thread did not hold were left out");
        }
        if (requests > 0) {
            warnings.add(requests + " lock requests (req) were left out: the acquires that follow them are the events");
        }
        threads.all().forEach(name -> out.addThread(name.path(), name.name()));
        RunInfo info = new RunInfo(new RunInfo.Recorded(out.size(), accesses, true, 0), warnings);
        return repair ? ThreadNames.retarget(out.build(info), meant) : out.build(info);
    }

    private void table(String text) throws TraceException {
        if (text.startsWith("# foretell trace ")) {
            if (!text.equals(TextTables.HEADER)) {
                throw wrong("this form of trace is newer than this program: use a newer Foretell to read it");
            }
            tables = true;
        } else if (tables) {
            int space = text.indexOf(' ', 2);
            if (space < 0) {
                throw wrong("expected '# name value|value'");
            }
            List<String> values = TextTables.values(text.substring(space + 1));
            try {
                entry(text.substring(2, space), values);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw wrong("a value of this table line is missing or not a number");
            }
        } else {
            Matcher semaphore = SEMAPHORE.matcher(text);
            if (semaphore.matches()) {
                String name = TextTables.unescape(semaphore.group(2));
                if (semaphores.containsKey(name)) {
                    throw wrong("the permits of " + name + " must be given once, and before it is used");
                }
                addSemaphore(name, Integer.parseInt(semaphore.group(1)));
            }
        }
    }

    private void entry(String key, List<String> values) throws TraceException {
        switch (key) {
            case "thread" -> threads.declare(values.get(0), values.get(1));
            case "variable" -> variableCount = out.addVariable(values.get(1), Long.parseLong(values.get(0))) + 1;
            case "lock" -> lockCount = out.addLock(values.get(0)) + 1;
            case "semaphore" -> semaphoreCount = out.addSemaphore(values.get(1), Integer.parseInt(values.get(0))) + 1;
            case "channel" -> {
                int thread = threads.declared(values.get(1));
                if (thread < 0) {
                    throw wrong("thread '" + values.get(1) + "' is not in the table of threads");
                }
                out.setThreadOfChannel(Integer.parseInt(values.get(0)), thread);
            }
            case "site" -> {
                EventKind op = EventKind.ofTextWord(values.get(5));
                if (op == null) {
                    throw wrong("there is no operation '" + values.get(5) + "'");
                }
                out.addSite(new Site(
                        values.get(0),
                        values.get(1),
                        values.get(2),
                        Integer.parseInt(values.get(3)),
                        Integer.parseInt(values.get(4)),
                        op,
                        values.get(6)));
                siteCount++;
            }
            case "run" -> {
                recorded = new RunInfo.Recorded(
                        Long.parseLong(values.get(0)),
                        Long.parseLong(values.get(1)),
                        Boolean.parseBoolean(values.get(4)),
                        Long.parseLong(values.get(5)));
                instrumented = Integer.parseInt(values.get(2));
                skipped = Integer.parseInt(values.get(3));
            }
            default -> lists.computeIfAbsent(key, k -> new ArrayList<>()).add(values.get(0));
        }
    }

    private RunInfo declaredRun() {
        return new RunInfo(
                recorded,
                new RunInfo.Classes(instrumented, skipped, list("failed"), list("partial")),
                list("uncaught"),
                list("handled"),
                list("warning"),
                List.of());
    }

    private List<String> list(String key) {
        return lists.getOrDefault(key, List.of());
    }

    private void event(String text) throws TraceException {
        int first = text.indexOf('|');
        int second = text.indexOf('|', first + 1);
        if (first <= 0 || second < 0) {
            throw wrong("expected thread|op(operand)|location but found '" + text + "'");
        }
        String action = text.substring(first + 1, second).trim();
        int open = action.indexOf('(');
        String word = open < 0 ? action : action.substring(0, open);
        if (open >= 0 && !action.endsWith(")")) {
            throw wrong("the operand of '" + word + "' has no closing parenthesis");
        }
        String operand = open < 0 ? "" : action.substring(open + 1, action.length() - 1);
        int thread =
                threads.ofEvent(TextTables.unescape(text.substring(0, first).trim()), tables);
        if (thread < 0) {
            throw wrong("thread '" + text.substring(0, first) + "' is not in the table of threads");
        }
        if (word.equals(REQUEST)) {
            requests++;
            return;
        }
        boolean interrupt = word.equals(INTERRUPT);
        EventKind kind = interrupt ? EventKind.PUBLISH : EventKind.ofTextWord(word);
        if (kind == null) {
            throw wrong("there is no operation '" + word + "'; known are " + known());
        }
        if (operand.isEmpty() && kind.operand() != Operand.NONE) {
            throw wrong("'" + word + "' needs an operand: " + word + "(name)");
        }
        String location = text.substring(second + 1).trim();
        if (!tables) {
            named(kind, interrupt, thread, operand, location);
        } else if (interrupt) {
            throw wrong("in a trace with tables an interrupt is a publish on the channel of its thread");
        } else {
            declared(kind, thread, operand, location);
        }
    }

    private static String known() {
        StringBuilder words = new StringBuilder();
        for (EventKind kind : EventKind.values()) {
            words.append(kind.textWord()).append(' ');
        }
        return words.append(INTERRUPT).append(' ').append(REQUEST).toString();
    }

    private void declared(EventKind kind, int thread, String operand, String location) throws TraceException {
        int at = location.lastIndexOf('@');
        int hash = location.lastIndexOf('#');
        try {
            int target = -1;
            if (kind.operand() == Operand.THREAD) {
                target = threads.ofEvent(TextTables.unescape(operand), true);
            } else if (kind.operand() != Operand.NONE) {
                target = Integer.parseInt(operand);
            }
            if (target < 0 && kind.operand() != Operand.NONE || target >= limit(kind.operand())) {
                throw wrong("'" + kind.textWord() + "(" + operand + ")' names something that is not in the tables");
            }
            int site = Integer.parseInt(location.substring(at + 1, hash));
            if (site < 0 || site >= siteCount) {
                throw wrong("site " + site + " is not in the table of sites");
            }
            out.add(kind, thread, target, site, Integer.parseInt(location.substring(hash + 1)));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw wrong("in a trace with tables an operand is a number and a location ends in @site#occurrence");
        }
    }

    /** An exclusive upper bound of the operands of this kind. Channels and classes have no table. */
    private int limit(Operand operand) {
        return switch (operand) {
            case VARIABLE -> variableCount;
            case LOCK -> lockCount;
            case SEMAPHORE -> semaphoreCount;
            case THREAD, CLASS, CHANNEL, NONE -> Integer.MAX_VALUE;
        };
    }

    private void named(EventKind kind, boolean interrupt, int thread, String operand, String location)
            throws TraceException {
        int target = interrupt ? interrupted(operand) : number(kind, operand);
        if (kind.isAcquire() && !acquire(holders.get(target), thread, kind.isShared(), operand)
                || kind.isRelease() && !release(holders.get(target), thread, kind.isShared())) {
            return;
        }
        if (kind.operand() == Operand.SEMAPHORE) {
            permit(kind, target, operand);
        }
        if (kind.isAccess()) {
            accesses++;
        }
        String what = kind.isAccess() ? operand : interrupt ? Site.INTERRUPT : "";
        int site = site(kind, what, location);
        int occurrence = occurrences.merge((long) thread << 32 | site, 1, Integer::sum);
        out.add(kind, thread, target, site, occurrence);
    }

    private int number(EventKind kind, String operand) {
        return switch (kind.operand()) {
            case VARIABLE -> variable(operand);
            case LOCK -> lock(operand);
            case THREAD -> threads.mentioned(operand);
            case CLASS -> classes.computeIfAbsent(operand, k -> classes.size());
            case CHANNEL -> channels.computeIfAbsent(operand, k -> channels.size());
            case SEMAPHORE -> semaphores.containsKey(operand) ? semaphores.get(operand) : addSemaphore(operand, 0);
            case NONE -> -1;
        };
    }

    /** The channel of interrupts of a thread has the name of the thread. */
    private int interrupted(String thread) {
        int channel = channels.computeIfAbsent(thread, k -> channels.size());
        out.setThreadOfChannel(channel, threads.mentioned(thread));
        return channel;
    }

    private int variable(String name) {
        Integer known = variables.get(name);
        if (known == null) {
            known = out.addVariable(name, 0);
            variables.put(name, known);
        }
        return known;
    }

    private int lock(String name) {
        Integer known = locks.get(name);
        if (known == null) {
            known = out.addLock(name);
            locks.put(name, known);
            holders.add(new Holders());
        }
        return known;
    }

    private boolean acquire(Holders held, int thread, boolean share, String name) throws TraceException {
        Holders.Obstacle obstacle = held.obstacle(thread, share);
        if (obstacle != null) {
            throw wrong(threads.all().get(thread).name() + " acquires " + name + ", which "
                    + threads.all().get(obstacle.thread()).name() + " has held since line " + obstacle.line()
                    + "; a release is missing in between");
        }
        return held.acquire(thread, share, line);
    }

    private boolean release(Holders held, int thread, boolean share) {
        if (!held.holds(thread, share)) {
            strayReleases++;
            return false;
        }
        return held.release(thread, share);
    }

    private int addSemaphore(String name, int initial) {
        int semaphore = out.addSemaphore(name, initial);
        semaphores.put(name, semaphore);
        permits.add(initial);
        return semaphore;
    }

    private void permit(EventKind kind, int semaphore, String name) throws TraceException {
        int change = kind == EventKind.PERMIT_RELEASE ? 1 : kind == EventKind.PERMIT_ACQUIRE ? -1 : 0;
        int left = permits.get(semaphore) + change;
        if (kind == EventKind.PERMIT_ACQUIRE && left < 0) {
            throw wrong("a permit of " + name + " is acquired when none is left; declare its permits by a line"
                    + " '# semaphore 1|" + name + "' before its first event");
        }
        permits.set(semaphore, left);
    }

    private int site(EventKind kind, String what, String location) throws TraceException {
        String key = kind.textWord() + '|' + what + '|' + location;
        Integer known = sites.get(key);
        if (known == null) {
            known = out.addSite(place(kind, what, location));
            sites.put(key, known);
        }
        return known;
    }

    private Site place(EventKind kind, String what, String location) throws TraceException {
        if (location.isEmpty()) {
            return new Site("", "", "", -1, -1, kind, what);
        }
        int colon = location.lastIndexOf(':');
        try {
            return new Site(
                    "",
                    "",
                    colon < 0 ? "" : location.substring(0, colon),
                    Integer.parseInt(location.substring(colon + 1)),
                    -1,
                    kind,
                    what);
        } catch (NumberFormatException e) {
            throw wrong("the location '" + location + "' is neither a number nor File.java:12");
        }
    }

    private TraceException wrong(String what) {
        return new TraceException(source + ", line " + line + ": " + what);
    }
}
