// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.Site;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.WatchOptions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Noise injection: delays threads during accesses, so that other threads have time to access the same variable
 * (AtomRace, section 3.3).
 */
final class Noise implements SiteActions.Interest {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int PER_MILLE = 1_000;
    /**
     * After so many holds in a row at which no other thread came, a site is held at less and less often, at least once
     * in two to the power of {@link #LARGEST_BACKOFF} times.
     */
    private static final int MISSES_BEFORE_BACKOFF = 20;

    private static final int LARGEST_BACKOFF = 6;

    private final WatchOptions.NoiseSettings noise;
    private final Set<String> variables;
    private final Set<String> places;
    /** By site: how often in a row a thread was held there and no other thread came. */
    private volatile byte[] misses = new byte[64];

    Noise(AgentOptions options) {
        noise = WatchOptions.NoiseSettings.in(options);
        variables = new HashSet<>(options.get(WatchOptions.VARIABLES));
        places = new HashSet<>(options.get(WatchOptions.PLACES));
    }

    @Override
    public boolean inVariable(String variable) {
        return noise.isOn()
                && (noise.where() == WatchOptions.Where.ANYWHERE
                        || noise.where() == WatchOptions.Where.VARIABLES
                                && (variables.contains(variable) || variables.contains(shortName(variable))));
    }

    /** {@code Account.balance}, as reports name it. */
    static String shortName(String variable) {
        int member = variable.lastIndexOf('.');
        return variable.substring(variable.lastIndexOf('.', member - 1) + 1);
    }

    @Override
    public boolean inPlace(Site site) {
        return noise.isOn() && noise.where() == WatchOptions.Where.PLACES && isNamed(site);
    }

    private boolean isNamed(Site site) {
        String method = site.className() + '.' + site.methodName();
        return places.contains(method) || places.contains(method + ':' + site.line());
    }

    /** The access or section that a delayed thread is in. */
    interface Wait {
        /** Whether another thread has accessed the same variable. */
        boolean met();
    }

    /** Delays the thread here, or not, at random. */
    void inject(WatchedThread me, int number, Wait wait) {
        boolean named = noise.where() != WatchOptions.Where.PLACES || isNamed(me.watcher.siteActions.site(number));
        if (!noise.isOn() || !named) {
            return;
        }
        boolean chosen = noise.perMille() >= PER_MILLE || me.random(PER_MILLE) < noise.perMille();
        if (chosen && (noise.delay() != WatchOptions.Delay.HOLD || mayHold(me, number))) {
            me.delayed = true;
            try {
                delay(wait);
            } finally {
                me.delayed = false;
            }
            if (noise.delay() == WatchOptions.Delay.HOLD) {
                held(number, wait.met());
            }
        }
    }

    /** Where no other thread ever came, fewer and fewer threads are held: such a hold lasts all its time. */
    private boolean mayHold(WatchedThread me, int site) {
        byte[] known = misses;
        int times = site < known.length ? known[site] : 0;
        return times < MISSES_BEFORE_BACKOFF
                || me.random(1 << Math.min(times - MISSES_BEFORE_BACKOFF + 1, LARGEST_BACKOFF)) == 0;
    }

    private synchronized void held(int site, boolean met) {
        if (site >= misses.length) {
            misses = Arrays.copyOf(misses, Math.max(site + 1, misses.length * 2));
        }
        misses[site] = met ? 0 : (byte) Math.min(misses[site] + 1, Byte.MAX_VALUE);
    }

    /** Delays the current thread; never past a pending interrupt. */
    private void delay(Wait wait) {
        long end = System.nanoTime() + noise.micros() * NANOS_PER_MICRO;
        switch (noise.delay()) {
            case YIELD -> Thread.yield();
            case BUSY -> {
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            case SLEEP -> {
                pause(noise.micros() * NANOS_PER_MICRO);
                Thread.yield();
            }
            case HOLD -> {
                while (!wait.met() && System.nanoTime() < end && pause(NANOS_PER_MILLI)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /**
     * Sleeps; false when the thread is interrupted, which it still is afterwards. Never parks: that would consume a
     * permit of the program.
     */
    static boolean pause(long nanos) {
        if (Thread.currentThread().isInterrupted()) {
            return false;
        }
        if (nanos < NANOS_PER_MILLI) {
            long end = System.nanoTime() + nanos;
            do {
                Thread.yield();
            } while (System.nanoTime() < end);
            return true;
        }
        try {
            Thread.sleep(nanos / NANOS_PER_MILLI);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
