// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.SilentProbe;
import dev.foretell.probe.ThreadProbe;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs under random clips, most of which do not match the program. The program itself logs what it does, and
 * in which region; every anomaly that the director reports as created must be in this log.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SequenceCheckOracleTest {
    private static final int THREADS = 3;

    private enum Op {
        ENTER,
        EXIT,
        BEGIN,
        END,
        NOTIFY,
        ACCESS
    }

    /** A line of a thread's program; {@code object} is a monitor or the target of an access. */
    private record Line(Op op, int object, int field, boolean write) {}

    /** What a thread did: its n-th access of this kind, to which variable, in which region (0 for none). */
    private record Done(int thread, int field, boolean write, int occurrence, int object, int lockRegion, int method) {}

    @TempDir
    Path folder;

    private final Random random = new Random(20260101);
    private final Object[] monitors = {new Object(), new Object()};
    private final Object[] boxes = {new Object(), new Object()};
    private SimulatedProgram simulated;
    private int[][] sites;
    private int fork;
    private int join;
    private int enter;
    private int exit;
    private int notify;
    private int begin;
    private int end;
    private List<Done> done;

    @Test
    void everyCreatedAnomalyIsInTheProgramsOwnLog() throws Exception {
        int created = 0;
        int refused = 0;
        for (int round = 0; round < 400; round++) {
            List<List<Line>> programs = new ArrayList<>();
            List<List<Done>> expected = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                programs.add(program());
                done = new ArrayList<>();
                run(new SilentProbe(null), t, programs.get(t));
                expected.add(done);
            }
            build();
            List<Done> clipEvents = randomEvents(expected);
            if (clipEvents == null) {
                continue;
            }
            List<Integer> variables = tags(clipEvents, true);
            List<Integer> regions = tags(clipEvents, false);
            for (int i = 0; i < clipEvents.size(); i++) {
                Done d = clipEvents.get(i);
                simulated.pass("main/" + d.thread, site(d), d.occurrence, variables.get(i), regions.get(i));
            }
            done = Collections.synchronizedList(new ArrayList<>());
            Outcome outcome = simulated.run(p -> {
                Thread[] threads = new Thread[THREADS];
                for (int t = 0; t < THREADS; t++) {
                    int self = t;
                    threads[t] = simulated.start(p, fork, "t" + t, q -> run(q, self, programs.get(self)));
                }
                for (Thread thread : threads) {
                    SimulatedProgram.join(p, thread, join);
                }
            });
            String trouble = trouble(clipEvents, variables, regions);
            if (outcome.created()) {
                created++;
                assertThat(trouble).as("round %d: %s", round, done).isNull();
            } else {
                refused++;
                assertThat(outcome.problem()).isNotEmpty();
            }
        }
        assertThat(created).isGreaterThan(60);
        assertThat(refused).isGreaterThan(60);
    }

    private void build() {
        simulated = new SimulatedProgram(folder);
        simulated.patience = 1000;
        simulated.kind = AnomalyKind.PATTERN;
        fork = simulated.site(EventKind.FORK, 1);
        join = simulated.site(EventKind.JOIN, 2);
        enter = simulated.site(EventKind.ACQUIRE, 3);
        exit = simulated.site(EventKind.RELEASE, 4);
        notify = simulated.site(EventKind.NOTIFY, 5);
        begin = simulated.site(EventKind.REGION_BEGIN, 6);
        end = simulated.site(EventKind.REGION_END, 7);
        sites = new int[2][2];
        for (int field = 0; field < 2; field++) {
            String what = field == 0 ? "demo.Play.x" : "demo.Play.y";
            sites[field][0] = simulated.site(EventKind.READ, 10 + field, what);
            sites[field][1] = simulated.site(EventKind.WRITE, 20 + field, what);
        }
    }

    private int site(Done d) {
        return sites[d.field][d.write ? 1 : 0];
    }

    private List<Line> program() {
        List<Line> lines = new ArrayList<>();
        List<Op> open = new ArrayList<>();
        int monitor = random.nextInt(2);
        for (int i = 0; i < 14; i++) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    lines.add(new Line(Op.ENTER, monitor, 0, false));
                    open.add(Op.ENTER);
                }
                case 1 -> {
                    if (random.nextBoolean()) {
                        lines.add(new Line(Op.BEGIN, 0, 0, false));
                        open.add(Op.BEGIN);
                    }
                }
                case 2 -> close(lines, open, monitor);
                case 3 -> {
                    if (open.contains(Op.ENTER) && random.nextInt(3) == 0) {
                        lines.add(new Line(Op.NOTIFY, monitor, 0, false));
                    }
                }
                default -> {
                    int object = random.nextInt(4) == 0 ? 1 : 0;
                    lines.add(new Line(Op.ACCESS, object, random.nextInt(4) == 0 ? 1 : 0, random.nextBoolean()));
                }
            }
        }
        while (!open.isEmpty()) {
            close(lines, open, monitor);
        }
        return lines;
    }

    private static void close(List<Line> lines, List<Op> open, int monitor) {
        if (!open.isEmpty()) {
            Op op = open.remove(open.size() - 1);
            lines.add(new Line(op == Op.ENTER ? Op.EXIT : Op.END, monitor, 0, false));
        }
    }

    /**
     * Two or three events of one thread with one or two of others between the first and the last. Null if impossible.
     */
    private List<Done> randomEvents(List<List<Done>> all) {
        int outer = random.nextInt(THREADS);
        List<Done> own = all.get(outer);
        if (own.size() < 2) {
            return null;
        }
        int first = random.nextInt(own.size() - 1);
        int last = first + 1 + random.nextInt(Math.min(3, own.size() - first - 1));
        List<Done> chosen = new ArrayList<>();
        chosen.add(own.get(first));
        simulated.until("main", join, 1);
        simulated.until("main/" + outer, site(own.get(last)), own.get(last).occurrence);
        for (int t = 0; t < THREADS; t++) {
            List<Done> others = all.get(t);
            if (t != outer && !others.isEmpty() && (chosen.size() == 1 || random.nextInt(3) == 0)) {
                chosen.add(others.get(random.nextInt(others.size())));
                simulated.untilEnd("main/" + t);
            }
        }
        if (chosen.size() == 1) {
            return null;
        }
        if (chosen.size() == 3 && random.nextInt(4) == 0) {
            Collections.swap(chosen, 1, 2);
        }
        chosen.add(own.get(last));
        return chosen;
    }

    /** Mostly as in the program, sometimes not. */
    private List<Integer> tags(List<Done> clipEvents, boolean variables) {
        List<Integer> tags = new ArrayList<>();
        for (int i = 0; i < clipEvents.size(); i++) {
            int tag = i;
            for (int j = 0; j < i; j++) {
                boolean same = variables
                        ? isSameVariable(clipEvents.get(i), clipEvents.get(j))
                        : isSameRegion(clipEvents.get(i), clipEvents.get(j));
                boolean possible = variables || clipEvents.get(i).thread == clipEvents.get(j).thread;
                if (possible && (random.nextInt(8) == 0 ? !same : same)) {
                    tag = tags.get(j);
                }
            }
            tags.add(tag);
        }
        return tags;
    }

    private static boolean isSameVariable(Done one, Done two) {
        return one.object == two.object && one.field == two.field;
    }

    private static boolean isSameRegion(Done one, Done two) {
        return one.thread == two.thread
                && (one.lockRegion != 0 && one.lockRegion == two.lockRegion
                        || one.method != 0 && one.method == two.method);
    }

    private String trouble(List<Done> clipEvents, List<Integer> variables, List<Integer> regions) {
        List<Done> facts = new ArrayList<>();
        int before = -1;
        for (Done d : clipEvents) {
            int at = 0;
            while (at < done.size() && !isSameEvent(done.get(at), d)) {
                at++;
            }
            if (at == done.size() || at <= before) {
                return "not in this order";
            }
            before = at;
            facts.add(done.get(at));
        }
        for (int i = 0; i < facts.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (variables.get(i).equals(variables.get(j)) != isSameVariable(facts.get(i), facts.get(j))) {
                    return "variables";
                }
                if (regions.get(i).equals(regions.get(j)) && !isSameRegion(facts.get(i), facts.get(j))) {
                    return "regions";
                }
            }
        }
        return null;
    }

    private static boolean isSameEvent(Done one, Done two) {
        return one.thread == two.thread
                && one.field == two.field
                && one.write == two.write
                && one.occurrence == two.occurrence;
    }

    /** The thread's program, and its own log of it. */
    private void run(ThreadProbe p, int self, List<Line> lines) throws Exception {
        new EventLog(self).run(p, lines, 0, lines.size());
    }

    private final class EventLog {
        private final int self;
        private final int[] counts = new int[4];
        private int depth;
        private int methods;
        private int lockRegion;
        private int method;
        private int names;

        EventLog(int self) {
            this.self = self;
        }

        void run(ThreadProbe p, List<Line> lines, int from, int to) throws Exception {
            for (int i = from; i < to; i++) {
                Line line = lines.get(i);
                switch (line.op) {
                    case ACCESS -> access(p, line);
                    case NOTIFY -> {
                        p.beforeNotify(monitors[line.object], false, notify);
                        if (!(p instanceof SilentProbe)) {
                            monitors[line.object].notify();
                        }
                        lockRegion = ++names;
                    }
                    default -> {
                        int close = closing(lines, i);
                        int first = i + 1;
                        if (line.op == Op.ENTER) {
                            SimulatedProgram.locked(p, monitors[line.object], enter, exit, q -> {
                                lockRegion = depth++ == 0 ? ++names : lockRegion;
                                run(q, lines, first, close);
                                lockRegion = --depth == 0 ? 0 : lockRegion;
                            });
                        } else {
                            method = methods++ == 0 ? ++names : method;
                            SimulatedProgram.atomic(p, begin, end, q -> run(q, lines, first, close));
                            method = --methods == 0 ? 0 : method;
                        }
                        i = close;
                    }
                }
            }
        }

        private void access(ThreadProbe p, Line line) {
            int kind = line.field * 2 + (line.write ? 1 : 0);
            if (line.write) {
                p.write(boxes[line.object], sites == null ? 0 : sites[line.field][1]);
            } else {
                p.read(boxes[line.object], sites == null ? 0 : sites[line.field][0]);
            }
            done.add(new Done(self, line.field, line.write, ++counts[kind], line.object, lockRegion, method));
        }

        private static int closing(List<Line> lines, int opening) {
            int open = 1;
            int i = opening;
            while (open > 0) {
                Op op = lines.get(++i).op;
                open += op == Op.ENTER || op == Op.BEGIN ? 1 : op == Op.EXIT || op == Op.END ? -1 : 0;
            }
            return i;
        }
    }
}
