package dev.foretell.agent.guard;

import dev.foretell.trace.Site;
import dev.foretell.trace.options.GuardOptions;
import java.util.HashSet;
import java.util.Set;

/** Delays threads in the midst of accesses, so that others have time to come (the paper's section 3.3). */
final class Noise implements Places.Interest {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int PER_MILLE = 1_000;

    private final GuardOptions.Noise noise;
    private final Set<String> variables;
    private final Set<String> places;

    Noise(GuardOptions options) {
        noise = options.noise();
        variables = new HashSet<>(options.variables());
        places = new HashSet<>(options.places());
    }

    @Override
    public boolean inVariable(String variable) {
        return noise.isOn()
                && (noise.where() == GuardOptions.Where.ANYWHERE
                        || noise.where() == GuardOptions.Where.VARIABLES && variables.contains(variable));
    }

    @Override
    public boolean inPlace(Site site) {
        return noise.isOn() && noise.where() == GuardOptions.Where.PLACES && isNamed(site);
    }

    private boolean isNamed(Site site) {
        String method = site.className() + '.' + site.methodName();
        return places.contains(method) || places.contains(method + ':' + site.line());
    }

    /** Whether this access is to be delayed. */
    boolean strikes(Site site, GuardedThread me) {
        if (!noise.isOn() || noise.where() == GuardOptions.Where.PLACES && !isNamed(site)) {
            return false;
        }
        return noise.perMille() >= PER_MILLE || me.random(PER_MILLE) < noise.perMille();
    }

    /** Delays the thread whose claim it is, unless somebody comes; never past a pending interrupt. */
    void delay(Claim claim) {
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
                while (!claim.met() && System.nanoTime() < end && pause(NANOS_PER_MILLI)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /**
     * Sleeps; false when the thread is interrupted, which it still is afterwards. Never parks: that would take a permit that
     * the program has given.
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
