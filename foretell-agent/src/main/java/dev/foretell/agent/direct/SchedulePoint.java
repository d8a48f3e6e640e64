// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A place a clip mentions, and the numbers it got in this run: none until its class is loaded, several when several
 * loaders define the class or when only the line is known. Guarded by the scheduler's lock; threads call {@link #has}
 * without it, because a number is added before any thread can run the code at that site.
 */
final class SchedulePoint {
    final Site site;
    final List<ThreadSchedule> threadSchedules = new ArrayList<>();
    /** Found by file and line instead of by instruction: all instructions found count together. */
    private boolean byLine;

    private volatile int[] numbers = new int[0];

    SchedulePoint(Site site) {
        this.site = site;
        this.byLine = site.className().isEmpty();
    }

    boolean has(int number) {
        for (int known : numbers) {
            if (known == number) {
                return true;
            }
        }
        return false;
    }

    boolean isKnown() {
        return numbers.length > 0;
    }

    /** How often a thread with these counters has been here. */
    int count(int number, int[] counts) {
        return byLine ? visits(counts) : number < counts.length ? counts[number] : 0;
    }

    int visits(int[] counts) {
        int sum = 0;
        for (int known : numbers) {
            sum += known < counts.length ? counts[known] : 0;
        }
        return sum;
    }

    /** Finds this point among the sites of a class that get numbers from {@code first} on. */
    void find(ClassInfo info, int first) {
        if (!site.className().isEmpty()) {
            if (!site.className().equals(info.name()) || find(info, first, true)) {
                return;
            }
        }
        if (find(info, first, false)) {
            byLine = true;
        }
    }

    private boolean find(ClassInfo info, int first, boolean exactly) {
        boolean found = false;
        for (int i = 0; i < info.sites().size(); i++) {
            Site candidate = info.sites().get(i);
            if (candidate.op() == site.op() && (exactly ? sameInstruction(candidate) : sameLine(candidate))) {
                int[] more = Arrays.copyOf(numbers, numbers.length + 1);
                more[numbers.length] = first + i;
                numbers = more;
                for (ThreadSchedule threadSchedule : threadSchedules) {
                    threadSchedule.mark(first + i);
                }
                found = true;
            }
        }
        return found;
    }

    private boolean sameInstruction(Site other) {
        return other.offset() == site.offset()
                && other.method().equals(site.method())
                && other.what().equals(site.what());
    }

    private boolean sameLine(Site other) {
        return site.line() >= 0
                && other.line() == site.line()
                && other.sourceFile().equals(site.sourceFile())
                && sameWhat(other.what());
    }

    private boolean sameWhat(String other) {
        String mine = site.what();
        int longer = other.length() - mine.length();
        return other.equals(mine)
                || mine.isEmpty()
                || longer > 0 && other.endsWith(mine) && other.charAt(longer - 1) == '.';
    }
}
