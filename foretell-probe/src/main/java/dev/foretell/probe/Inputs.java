// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;

/**
 * The entry points of instrumented code where it reads an input: the time, randomness, hash codes, the outside. Where
 * possible the program makes its own call, so that its exceptions are its own, and then passes the result through here.
 * Where the result is an object that could not be made again, the call is replaced by one that takes what it depends
 * on: a seed, or a clock.
 */
public final class Inputs {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long SEEDS = UNSAFE.objectFieldOffset(Inputs.class, "seeds");
    private static final Inputs SHARED = new Inputs();
    private static final Overriding OVERRIDING = new Overriding();

    /** Advances with each seed, so that no two seeds are computed from the same number. */
    @SuppressWarnings("unused")
    private volatile long seeds;

    private Inputs() {}

    public static long nanoTime(long real, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        return inputs == null ? real : inputs.nanos(real, site);
    }

    public static long currentTimeMillis(long real, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        return inputs == null ? real : inputs.wall(real * NANOS_PER_MILLI, NANOS_PER_MILLI, site) / NANOS_PER_MILLI;
    }

    /** Milliseconds for {@code new Date()}. */
    public static long date(int site, ThreadProbe probe) {
        return currentTimeMillis(System.currentTimeMillis(), site, probe);
    }

    public static Calendar calendar(Calendar made, int site, ThreadProbe probe) {
        if (made != null) {
            long real = made.getTimeInMillis();
            long millis = currentTimeMillis(real, site, probe);
            if (millis != real) {
                made.setTimeInMillis(millis);
            }
        }
        return made;
    }

    /** A clock for one call of {@code now}. */
    public static Clock clock(int site, ThreadProbe probe) {
        return clock(ZoneId.systemDefault(), site, probe);
    }

    public static Clock clock(ZoneId zone, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        if (inputs == null || zone == null) {
            return Clock.system(zone);
        }
        return Clock.fixed(instant(Instant.now(), inputs, site), zone);
    }

    private static Instant instant(Instant real, ThreadInputs inputs, int site) {
        long nanos = real.getEpochSecond() * NANOS_PER_SECOND + real.getNano();
        long answer = inputs.wall(nanos, 1, site);
        return answer == nanos ? real : Instant.ofEpochSecond(0, answer);
    }

    /**
     * The time of a clock. The result of a clock that is not the system's is not replayed: it may be part of the
     * program's state.
     */
    public static Instant instant(Instant real, Object clock, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        return inputs == null || real == null || !isSystemClock(clock) ? real : instant(real, inputs, site);
    }

    public static long millis(long real, Object clock, int site, ThreadProbe probe) {
        return isSystemClock(clock) ? currentTimeMillis(real, site, probe) : real;
    }

    private static boolean isSystemClock(Object clock) {
        return clock.getClass().getName().equals("java.time.Clock$SystemClock");
    }

    /** Converts a replayed time of day that the program passes to the JDK, which uses the real clock. */
    public static long real(long millis, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        long offset = inputs == null ? 0 : inputs.realWallOffset() / NANOS_PER_MILLI;
        // a time in the far future means never, and is not shifted
        return offset == 0 || millis > Long.MAX_VALUE - Math.abs(offset) ? millis : millis + offset;
    }

    public static Date real(Date date, ThreadProbe probe) {
        if (date == null || probe.inputs == null) {
            return date;
        }
        long millis = date.getTime();
        long real = real(millis, probe);
        return real == millis ? date : new Date(real);
    }

    /** As {@link #real(long, ThreadProbe)}, for a call that waits until then. */
    public static long until(long millis, ThreadProbe probe) {
        boolean near = Math.abs(millis) < Long.MAX_VALUE / NANOS_PER_MILLI;
        if (probe.inputs != null && near) {
            probe.inputs.waitingUntil(millis * NANOS_PER_MILLI);
        }
        long real = real(millis, probe);
        long left = real - System.currentTimeMillis();
        if (near && left > 0) {
            probe.limited(left * NANOS_PER_MILLI);
        }
        return real;
    }

    public static Date until(Date date, ThreadProbe probe) {
        if (date != null) {
            until(date.getTime(), probe);
        }
        return real(date, probe);
    }

    /** Before a call that waits for a limited time. */
    public static void waiting(long time, TimeUnit unit, ThreadProbe probe) {
        if (unit != null) {
            waitingNanos(unit.toNanos(time), probe);
        }
    }

    public static void waiting(Duration time, ThreadProbe probe) {
        if (time != null) {
            long seconds = time.getSeconds();
            boolean far = seconds > Long.MAX_VALUE / NANOS_PER_SECOND - 1;
            waitingNanos(far ? Long.MAX_VALUE : seconds * NANOS_PER_SECOND + time.getNano(), probe);
        }
    }

    public static void waitingMillis(long millis, int nanos, ThreadProbe probe) {
        long all = TimeUnit.MILLISECONDS.toNanos(millis);
        waitingNanos(all < Long.MAX_VALUE - NANOS_PER_MILLI ? all + nanos : all, probe);
    }

    /** Nothing is waited for when there is no time left; {@code join(0)} has no limit. */
    public static void waitingNanos(long nanos, ThreadProbe probe) {
        if (nanos > 0) {
            probe.limited(nanos);
            if (probe.inputs != null) {
                probe.inputs.waiting(nanos);
            }
        }
    }

    public static void waited(ThreadProbe probe) {
        probe.limitOver();
        ThreadInputs inputs = probe.inputs;
        if (inputs != null) {
            inputs.waited();
        }
    }

    /** The seed of a generator that the program creates without one. */
    public static long seed(int site, ThreadProbe probe) {
        long seed = UNSAFE.getAndAddLong(SHARED, SEEDS, 0x9E3779B97F4A7C15L) + System.nanoTime();
        seed = (seed ^ seed >>> 30) * 0xBF58476D1CE4E5B9L;
        seed = (seed ^ seed >>> 27) * 0x94D049BB133111EBL;
        return value(seed ^ seed >>> 31, site, probe);
    }

    public static Random random(int site, ThreadProbe probe) {
        return new Random(seed(site, probe));
    }

    private static long value(long real, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        return inputs == null ? real : inputs.value(real, site);
    }

    /** Whether its numbers are inputs. Those of other generators follow from their seed and the calls before. */
    private static boolean isFresh(Object source) {
        Class<?> type = source.getClass();
        return type == ThreadLocalRandom.class || type.getName().equals("java.security.SecureRandom");
    }

    public static double random(double real, int site, ThreadProbe probe) {
        return Double.longBitsToDouble(value(Double.doubleToRawLongBits(real), site, probe));
    }

    public static int next(int real, Object source, int site, ThreadProbe probe) {
        return isFresh(source) ? (int) value(real, site, probe) : real;
    }

    public static boolean next(boolean real, Object source, int site, ThreadProbe probe) {
        return isFresh(source) ? value(real ? 1 : 0, site, probe) != 0 : real;
    }

    public static long next(long real, Object source, int site, ThreadProbe probe) {
        return isFresh(source) ? value(real, site, probe) : real;
    }

    public static float next(float real, Object source, int site, ThreadProbe probe) {
        return isFresh(source) ? Float.intBitsToFloat((int) value(Float.floatToRawIntBits(real), site, probe)) : real;
    }

    public static double next(double real, Object source, int site, ThreadProbe probe) {
        return isFresh(source) ? random(real, site, probe) : real;
    }

    /** {@code nextInt(high)}: the recorded result may be too large for this bound. */
    public static int next(int real, Object source, int high, int site, ThreadProbe probe) {
        return next(real, source, 0, high, site, probe);
    }

    public static int next(int real, Object source, int low, int high, int site, ThreadProbe probe) {
        int answer = next(real, source, site, probe);
        if (answer == real || answer >= low && answer < high) {
            return answer;
        }
        probe.inputs.unfit(site);
        return real;
    }

    public static long next(long real, Object source, long high, int site, ThreadProbe probe) {
        return next(real, source, 0, high, site, probe);
    }

    public static long next(long real, Object source, long low, long high, int site, ThreadProbe probe) {
        long answer = next(real, source, site, probe);
        if (answer == real || answer >= low && answer < high) {
            return answer;
        }
        probe.inputs.unfit(site);
        return real;
    }

    public static double next(double real, Object source, double high, int site, ThreadProbe probe) {
        return next(real, source, 0, high, site, probe);
    }

    public static double next(double real, Object source, double low, double high, int site, ThreadProbe probe) {
        double answer = next(real, source, site, probe);
        if (answer == real || answer >= low && answer < high) {
            return answer;
        }
        probe.inputs.unfit(site);
        return real;
    }

    /** After {@code nextBytes(bytes)}. */
    public static void next(Object source, byte[] bytes, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        if (inputs != null && bytes != null && isFresh(source)) {
            inputs.bytes(bytes, site);
        }
    }

    public static UUID uuid(UUID real, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        if (inputs == null) {
            return real;
        }
        long high = inputs.value(real.getMostSignificantBits(), site);
        long low = inputs.value(real.getLeastSignificantBits(), site);
        return new UUID(high, low);
    }

    public static int identityHashCode(int real, Object object, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        return inputs == null || object == null ? real : inputs.hash(object, real, site);
    }

    /** The result of {@code Object.hashCode}, or of the method that overrides it. */
    public static int hashCode(int real, Object object, int site, ThreadProbe probe) {
        if (probe.inputs == null) {
            return real;
        }
        boolean[] overridden = OVERRIDING.get(object.getClass());
        if (!overridden[0] && System.identityHashCode(object) != real) {
            overridden[0] = true; // for all objects of its class, and for good
        }
        return overridden[0] ? real : identityHashCode(real, object, site, probe);
    }

    public static void outside(long answer, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        if (inputs != null) {
            inputs.outside(answer, site);
        }
    }

    public static void outside(Object answer, int site, ThreadProbe probe) {
        ThreadInputs inputs = probe.inputs;
        if (inputs != null) {
            inputs.outside(print(answer), site);
        }
    }

    /**
     * A number by which runs are compared. It calls no code of the program: of other objects only whether they are null
     * counts.
     */
    private static long print(Object answer) {
        if (answer instanceof String || answer instanceof Number || answer instanceof Boolean) {
            return answer.getClass().getClassLoader() == null ? answer.hashCode() : 1;
        }
        return answer == null ? 0 : answer instanceof byte[] ? Arrays.hashCode((byte[]) answer) : 1;
    }

    /** By class, whether it has a hash code of its own. */
    private static final class Overriding extends ClassValue<boolean[]> {
        @Override
        protected boolean[] computeValue(Class<?> type) {
            return new boolean[1];
        }
    }
}
