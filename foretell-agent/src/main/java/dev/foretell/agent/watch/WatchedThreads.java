// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The threads that are watched, by number. Numbers of threads that have ended are reused, the longest unused first; a
 * word with an old number may name the wrong thread, but that thread confirms no query for it.
 */
final class WatchedThreads {
    /** A number is reused only when this many others have become free after it. */
    private static final int REST = 256;

    private final Watcher watcher;
    private volatile WatchedThread[] members = new WatchedThread[64];
    private final Deque<Integer> resting = new ArrayDeque<>();
    private int last;
    private int seen;

    WatchedThreads(Watcher watcher) {
        this.watcher = watcher;
    }

    WatchedThread thread(int number) {
        WatchedThread[] all = members;
        return number < all.length ? all[number] : null;
    }

    /** With gaps. */
    WatchedThread[] all() {
        return members;
    }

    @SuppressWarnings("deprecation") // its successor is not there in Java 17
    WatchedThread withId(long id) {
        for (WatchedThread member : members) {
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

    synchronized WatchedThread attach(Thread thread) {
        int number = number();
        seen++;
        if (number == 0) {
            return new WatchedThread(thread, 0, watcher);
        }
        if (number >= members.length) {
            members = Arrays.copyOf(members, members.length * 2);
        }
        WatchedThread member = watcher.watched(thread, number);
        members[number] = member;
        members = members; // publishes it
        return member;
    }

    /** 0 when there are none left. */
    private int number() {
        if (resting.size() > REST || last == AccessWord.MOST_THREADS - 1) {
            Integer rested = resting.poll();
            return rested == null ? 0 : rested;
        }
        return ++last;
    }

    synchronized WatchedThread detach(Thread thread) {
        for (WatchedThread member : members) {
            if (member != null && member.thread == thread) {
                members[member.number] = null;
                resting.add(member.number);
                return member;
            }
        }
        return null;
    }

    /** Called when there are more sites than before. */
    synchronized void refresh(int[] control) {
        for (WatchedThread member : members) {
            if (member != null && member.control != WatchedThread.BLIND) {
                member.control = control;
            }
        }
    }
}
