// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;

/**
 * Pairs of accesses of one thread (a <em>span</em>; of a single access both ends are the same), in groups of equivalent
 * spans. Columns of primitives; a group is its index.
 *
 * <p>Spans with the same subject (a variable, or a pair of variables), thread, instructions, locksets and lockset
 * profile form a <em>line</em> in time. A line is cut into groups where the happens-before order to other threads
 * changes (segments) and where another thread accesses the subject in between. Of a group the first and the last span
 * are kept: so the memory does not depend on the iterations of a loop, and the kept spans are next to accesses of other
 * threads.
 */
public final class Spans {
    private final TraceModel model;
    private final Trace trace;
    private final Interner pairs = new Interner();
    private final Interner locks = new Interner();
    private final Interner kinds = new Interner();
    private final Interner lineNumbers = new Interner();
    private final IntArrayList lineThread = new IntArrayList();
    private final IntArrayList lineProfile = new IntArrayList();
    private final IntArrayList lineLocksA = new IntArrayList();
    private final IntArrayList lineLocksB = new IntArrayList();
    private final IntArrayList lineFlag = new IntArrayList();
    private final BitSet lineFirstWrites = new BitSet();
    private final BitSet lineLastWrites = new BitSet();
    private final Long2IntOpenHashMap latest = new Long2IntOpenHashMap();
    private int[] order;
    private int[] starts;

    private final IntArrayList subject = new IntArrayList();
    private final IntArrayList line = new IntArrayList();
    private final IntArrayList segmentA = new IntArrayList();
    private final IntArrayList segmentB = new IntArrayList();
    private final IntArrayList turn = new IntArrayList();
    private final IntArrayList firstA = new IntArrayList();
    private final IntArrayList firstB = new IntArrayList();
    private final IntArrayList lastA = new IntArrayList();
    private final IntArrayList lastB = new IntArrayList();

    /** Numbers for pairs of numbers. */
    private static final class Interner {
        private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

        Interner() {
            numbers.defaultReturnValue(-1);
        }

        int of(int a, int b) {
            int fresh = numbers.size();
            int known = numbers.putIfAbsent((long) a << 32 | b & 0xFFFFFFFFL, fresh);
            return known < 0 ? fresh : known;
        }
    }

    /** One end of a span while it is collected. */
    public static final class End {
        public int event = -1;
        public int lockset;
        public int segment;

        public void set(int newEvent, int newLockset, int newSegment) {
            event = newEvent;
            lockset = newLockset;
            segment = newSegment;
        }
    }

    public Spans(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
        latest.defaultReturnValue(-1);
    }

    /**
     * Adds a span. Spans of one thread come in the order of their later ends.
     *
     * @param profile of the locksets between its ends
     * @param flag what else distinguishes lines
     * @param turns how often another thread accessed the subject between accesses of this thread
     */
    public void add(int subjectNumber, End a, End b, int profile, int flag, int turns) {
        int kind = kinds.of(
                pairs.of(key(a.event), key(b.event)), locks.of(locks.of(a.lockset, b.lockset), profile << 2 | flag));
        add(subjectNumber, a, b, line(kind, a, b, profile, flag), turns);
    }

    /** Adds a single access; a table has either these or spans. */
    public void add(int subjectNumber, End end, int turns) {
        add(subjectNumber, end, end, line(kinds.of(key(end.event), end.lockset), end, end, 0, 0), turns);
    }

    private int line(int kind, End a, End b, int profile, int flag) {
        int lines = lineThread.size();
        int thread = trace.thread(b.event);
        int number = lineNumbers.of(kind, thread);
        if (number == lines) {
            lineThread.add(thread);
            lineProfile.add(profile);
            lineLocksA.add(a.lockset);
            lineLocksB.add(b.lockset);
            lineFlag.add(flag);
            lineFirstWrites.set(number, trace.kind(a.event).isWrite());
            lineLastWrites.set(number, trace.kind(b.event).isWrite());
        }
        return number;
    }

    private void add(int subjectNumber, End a, End b, int number, int turns) {
        int fresh = subject.size();
        int group = latest.putIfAbsent((long) subjectNumber << 32 | number, fresh);
        if (group >= 0) {
            if (segmentA.getInt(group) == a.segment
                    && segmentB.getInt(group) == b.segment
                    && turn.getInt(group) == turns) {
                lastA.set(group, a.event);
                lastB.set(group, b.event);
                return;
            }
            latest.put((long) subjectNumber << 32 | number, fresh);
        }
        subject.add(subjectNumber);
        line.add(number);
        segmentA.add(a.segment);
        segmentB.add(b.segment);
        turn.add(turns);
        firstA.add(a.event);
        firstB.add(b.event);
        lastA.add(a.event);
        lastB.add(b.event);
    }

    /** Site and kind in one number: equal for accesses by the same instruction. */
    private int key(int event) {
        return trace.siteOf(event) * 2 + (trace.kind(event).isWrite() ? 1 : 0);
    }

    /** Ends the collection; then the groups of a subject are adjacent, by line and time. */
    public void sort(int subjects) {
        latest.clear();
        starts = new int[subjects + 1];
        for (int i = 0; i < subject.size(); i++) {
            starts[subject.getInt(i) + 1]++;
        }
        for (int s = 0; s < subjects; s++) {
            starts[s + 1] += starts[s];
        }
        int[] fill = starts.clone();
        order = new int[subject.size()];
        for (int i = 0; i < order.length; i++) {
            order[fill[subject.getInt(i)]++] = i;
        }
        for (int s = 0; s < subjects; s++) {
            if (starts[s + 1] - starts[s] > 1) {
                IntArrays.quickSort(order, starts[s], starts[s + 1], (i, j) -> {
                    int byLine = Integer.compare(line.getInt(i), line.getInt(j));
                    return byLine != 0 ? byLine : Integer.compare(i, j);
                });
            }
        }
    }

    public int size() {
        return subject.size();
    }

    /** The first group of a subject; its last comes before the first of the next subject. */
    public int start(int subjectNumber) {
        return starts[subjectNumber];
    }

    /** Where the line of a group ends, at most at a limit. */
    public int lineEnd(int group, int limit) {
        int end = group + 1;
        while (end < limit && line(end) == line(group)) {
            end++;
        }
        return end;
    }

    private int line(int group) {
        return line.getInt(order[group]);
    }

    public int thread(int group) {
        return lineThread.getInt(line(group));
    }

    public int profile(int group) {
        return lineProfile.getInt(line(group));
    }

    public int flag(int group) {
        return lineFlag.getInt(line(group));
    }

    /** Whether the earlier ends are writes. */
    public boolean firstWrites(int group) {
        return lineFirstWrites.get(line(group));
    }

    /** Whether the later ends are writes. */
    public boolean lastWrites(int group) {
        return lineLastWrites.get(line(group));
    }

    /** A number for the instructions at both ends. */
    public int instructions(int group) {
        return pairs.of(key(firstA(group)), key(firstB(group)));
    }

    public int locksA(int group) {
        return lineLocksA.getInt(line(group));
    }

    public int locksB(int group) {
        return lineLocksB.getInt(line(group));
    }

    public int segmentA(int group) {
        return segmentA.getInt(order[group]);
    }

    public int segmentB(int group) {
        return segmentB.getInt(order[group]);
    }

    public int firstA(int group) {
        return firstA.getInt(order[group]);
    }

    public int firstB(int group) {
        return firstB.getInt(order[group]);
    }

    public int lastA(int group) {
        return lastA.getInt(order[group]);
    }

    public int lastB(int group) {
        return lastB.getInt(order[group]);
    }

    /** Whether all events between the ends of a group's spans have the same order to any event of another thread. */
    public boolean isOneSegment(int group) {
        return segmentA(group) == segmentB(group);
    }

    /** Whether the later ends here are ordered before the earlier ends of a group of another thread. */
    public boolean endsBeforeStart(int group, Spans others, int other) {
        return model.segmentBefore(thread(group), segmentB(group), others.thread(other), others.segmentA(other));
    }

    /** Whether the earlier ends here are ordered before the earlier ends of a group of another thread. */
    public boolean startsBeforeStart(int group, Spans others, int other) {
        return model.segmentBefore(thread(group), segmentA(group), others.thread(other), others.segmentA(other));
    }

    /** Whether the later ends here are ordered before the later ends of a group of another thread. */
    public boolean endsBeforeEnd(int group, Spans others, int other) {
        return model.segmentBefore(thread(group), segmentB(group), others.thread(other), others.segmentB(other));
    }
}
