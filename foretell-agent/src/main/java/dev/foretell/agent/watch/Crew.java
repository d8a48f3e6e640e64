// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The threads that are watched, by number. Numbers of threads that have ended are given to new ones, the longest unused
 * first; who finds a word with an old number may name the wrong thread, but nobody will answer for it.
 */
final class Crew {
    /** Not reused before so many others are. */
    private static final int REST = 256;

    private final Guard guard;
    private volatile GuardedThread[] members = new GuardedThread[64];
    private final Deque<Integer> resting = new ArrayDeque<>();
    private int last;
    private int seen;

    Crew(Guard guard) {
        this.guard = guard;
    }

    GuardedThread thread(int number) {
        GuardedThread[] all = members;
        return number < all.length ? all[number] : null;
    }

    /** With gaps. */
    GuardedThread[] all() {
        return members;
    }

    @SuppressWarnings("deprecation") // its successor is not there in Java 17
    GuardedThread withId(long id) {
        for (GuardedThread member : members) {
            Thread thread = member == null ? null : member.thread;
            if (thread != null && thread.getId() == id) {
                return member;
            }
        }
        return null;
    }

    synchronized int everSeen() {
        return seen;
    }

    synchronized GuardedThread join(Thread thread) {
        int number = number();
        seen++;
        if (number == 0) {
            return new GuardedThread(thread, 0, guard);
        }
        if (number >= members.length) {
            members = Arrays.copyOf(members, members.length * 2);
        }
        GuardedThread member = guard.watched(thread, number);
        members[number] = member;
        members = members; // publishes it
        return member;
    }

    /** 0 when there are none left. */
    private int number() {
        if (resting.size() > REST || last == Word.MOST_THREADS - 1) {
            Integer rested = resting.poll();
            return rested == null ? 0 : rested;
        }
        return ++last;
    }

    synchronized GuardedThread leave(Thread thread) {
        for (GuardedThread member : members) {
            if (member != null && member.thread == thread) {
                members[member.number] = null;
                resting.add(member.number);
                return member;
            }
        }
        return null;
    }

    /** There are more sites than before. */
    synchronized void refresh(int[] control) {
        for (GuardedThread member : members) {
            if (member != null && member.control != GuardedThread.BLIND) {
                member.control = control;
            }
        }
    }
}
