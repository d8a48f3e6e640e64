// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.probe.AgentThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the watcher within its budget by switching off the probes of classes that are too busy, and on again now and
 * then for a short while.
 *
 * <p>What the probes cost cannot be measured, since the speed of the program without them is unknown. But code with
 * probes takes at most {@link #WORST} times as long: so when classes with probes take the share s of the time, the
 * probes take at most s·(1 - 1/WORST) of it. The share is estimated by sampling the threads' stacks. Nothing is done
 * while the accesses are too few for that to matter, see {@link ProbeCost}.
 */
final class ProbeBudget extends AgentThread {
    /** Measured on programs that do little but access fields. */
    static final double WORST = 3;

    /** Between samples; doubled while nothing changes. */
    private static final long FIRST_PAUSE_MILLIS = 10;

    private static final long LONGEST_PAUSE_MILLIS = 80;
    private static final int LOOKS = 20;
    private static final int MOST_THREADS = 16;
    /**
     * Periods of {@link #LOOKS} samples after which a class gets its probes back; twice as many each time it is too
     * busy again.
     */
    private static final int FIRST_REST = 16;

    private static final int LONGEST_REST = 1 << 14;

    private final Watcher watcher;
    private final ProbeSwitches switches;
    private final double mostShare;
    /** The share of the time that the watcher itself may take. */
    private final double mostOurs;

    private final ProbeCost cost = new ProbeCost();
    /** Classes without probes, with the period in which they get them back. */
    private final Map<String, Integer> resting = new HashMap<>();

    private final Map<String, Integer> rests = new HashMap<>();
    private Set<String> bare = Set.of();
    private int period;
    private int nextThread;

    ProbeBudget(Watcher watcher, ProbeSwitches switches, int percent) {
        super("foretell-budget");
        this.watcher = watcher;
        this.switches = switches;
        this.mostShare = mostShare(percent);
        this.mostOurs = percent / (100.0 + percent);
    }

    /** The share of time that code with probes may take when the program may become slower by so many percent. */
    static double mostShare(int percent) {
        double budget = percent / 100.0;
        return budget / (1 + budget) / (1 - 1 / WORST);
    }

    @Override
    public void run() {
        Map<String, Integer> busy = new HashMap<>();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            int samples = 0;
            busy.clear();
            for (int look = 0; look < LOOKS; look++) {
                try {
                    Thread.sleep(pause);
                } catch (InterruptedException e) {
                    return;
                }
                samples += look(busy);
            }
            try {
                boolean changed = adjust(busy, samples);
                pause = changed ? FIRST_PAUSE_MILLIS : Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            } catch (Throwable failure) {
                watcher.broken(failure);
            }
        }
    }

    /** Counts which classes threads are in; returns how many threads run. */
    private int look(Map<String, Integer> busy) {
        WatchedThread[] all = watcher.threads();
        int running = 0;
        for (int i = 0; i < all.length && running < MOST_THREADS; i++) {
            WatchedThread member = all[nextThread++ % all.length];
            Thread thread = member == null ? null : member.thread;
            if (thread != null && thread.getState() == Thread.State.RUNNABLE) {
                StackTraceElement[] stack = thread.getStackTrace();
                if (stack.length > 0) {
                    running++;
                    String name = program(stack);
                    Integer before = busy.get(name);
                    busy.put(name, before == null ? 1 : before + 1);
                }
            }
        }
        return running;
    }

    /** The class of the innermost frame that is not the agent's. */
    private static String program(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (!StackTraces.isAgent(frame.getClassName())) {
                return frame.getClassName();
            }
        }
        return "";
    }

    /** Returns whether anything has changed. */
    private boolean adjust(Map<String, Integer> busy, int samples) {
        period++;
        Set<String> now = new HashSet<>(bare);
        for (String name : bare) {
            if (resting.get(name) <= period) {
                now.remove(name);
            }
        }
        int most = cost.share(watcher.threads()) <= mostOurs ? samples : (int) (mostShare * samples);
        while (share(busy, now) > most) {
            String busiest = busiest(busy, now);
            if (busiest == null) {
                break;
            }
            now.add(busiest);
            int rest = Math.min(LONGEST_REST, nextRest(busiest));
            resting.put(busiest, period + rest);
        }
        boolean changed = !now.equals(bare);
        if (changed) {
            change(now);
        }
        return changed;
    }

    private int nextRest(String name) {
        Integer before = rests.get(name);
        int rest = before == null ? FIRST_REST : before * 2;
        rests.put(name, Math.min(rest, LONGEST_REST));
        return rest;
    }

    private int share(Map<String, Integer> busy, Set<String> without) {
        int share = 0;
        for (Map.Entry<String, Integer> entry : busy.entrySet()) {
            if (watcher.mayDisable(entry.getKey()) && !without.contains(entry.getKey())) {
                share += entry.getValue();
            }
        }
        return share;
    }

    private String busiest(Map<String, Integer> busy, Set<String> without) {
        String busiest = null;
        for (Map.Entry<String, Integer> entry : busy.entrySet()) {
            boolean candidate = watcher.mayDisable(entry.getKey()) && !without.contains(entry.getKey());
            if (candidate && (busiest == null || entry.getValue() > busy.get(busiest))) {
                busiest = entry.getKey();
            }
        }
        return busiest;
    }

    private void change(Set<String> now) {
        bare = now;
        switches.setOff(now);
        now.forEach(watcher::disabled);
    }
}
