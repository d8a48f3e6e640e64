// SPDX-License-Identifier: Apache-2.0
package sample;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Reads every input that can be replayed, and some that cannot. */
final class Asking {
    private static final ZoneId ZONE = ZoneOffset.ofHours(2);

    /** Has an unseeded constructor of its own, which calls its parent's. */
    private static final class Dice extends Random {
        private static final long serialVersionUID = 1;
        private int seeded;

        @Override
        public synchronized void setSeed(long seed) {
            seeded++;
            super.setSeed(seed);
        }
    }

    private static final class Mine {
        @Override
        public int hashCode() {
            return 5;
        }

        int parents() {
            return super.hashCode();
        }
    }

    private Asking() {}

    static Object nanos() {
        return System.nanoTime();
    }

    static Object times() {
        List<Object> all = new ArrayList<>();
        all.add(System.currentTimeMillis());
        all.add(Instant.now().toEpochMilli());
        all.add(LocalDateTime.now(ZONE).toInstant(ZoneOffset.ofHours(2)).toEpochMilli());
        all.add(ZonedDateTime.now(ZONE).toInstant().toEpochMilli());
        all.add(new Date().getTime());
        all.add(Calendar.getInstance().getTimeInMillis());
        all.add(Clock.systemUTC().millis());
        all.add(Clock.system(ZONE).instant().toEpochMilli());
        return all;
    }

    static Object dates() {
        return List.of(LocalDate.now(ZONE), LocalDate.now(), LocalDateTime.now());
    }

    static Object ownClock() {
        Clock clock = Clock.fixed(Instant.ofEpochMilli(5), ZONE);
        return List.of(
                clock.millis(),
                clock.instant().toEpochMilli(),
                Instant.now(clock).toEpochMilli());
    }

    static Object noZone() {
        return LocalDate.now((ZoneId) null);
    }

    /** Whether the signal came before the time was over. */
    static Object awaitUntil() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        try {
            Thread other = new Thread(() -> {
                lock.lock();
                condition.signal();
                lock.unlock();
            });
            other.start();
            return condition.awaitUntil(new Date(System.currentTimeMillis() + 60_000));
        } finally {
            lock.unlock();
        }
    }

    /** Whether the permit came before the time was over. */
    static Object parkUntil() {
        Thread parker = Thread.currentThread();
        LockSupport.parkNanos(1); // takes a permit that may be left from earlier
        AtomicBoolean released = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (parker.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            released.set(true);
            LockSupport.unpark(parker);
        });
        other.start();
        LockSupport.parkUntil(System.currentTimeMillis() + 60_000);
        boolean inTime = released.get();
        parker.interrupt();
        LockSupport.parkUntil(parker, System.currentTimeMillis() + 60_000);
        return Thread.interrupted() && inTime;
    }

    /** Whether a task of the far future has to wait, and one of right now has not. */
    static Object timer() throws InterruptedException {
        Timer timer = new Timer(true);
        CountDownLatch now = new CountDownLatch(3);
        AtomicBoolean early = new AtomicBoolean();
        timer.schedule(task(() -> early.set(true)), new Date(System.currentTimeMillis() + 60_000));
        timer.schedule(task(() -> early.set(true)), new Date(System.currentTimeMillis() + 60_000), 60_000L);
        timer.schedule(task(now::countDown), new Date(System.currentTimeMillis()), 10L);
        now.await();
        timer.cancel();
        return !early.get();
    }

    private static TimerTask task(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    static Object seeds() {
        Dice dice = new Dice();
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
        Collections.shuffle(shuffled);
        return List.of(
                new Random().nextLong(), new SplittableRandom().nextLong(), dice.nextLong(), dice.seeded, shuffled);
    }

    static Object numbers() {
        ThreadLocalRandom local = ThreadLocalRandom.current();
        Random secure = new SecureRandom();
        RandomGenerator generator = secure;
        byte[] bytes = new byte[2];
        secure.nextBytes(bytes);
        return List.of(
                local.nextInt(),
                local.nextInt(100),
                local.nextInt(5, 100),
                local.nextLong(1000L),
                secure.nextInt(100),
                secure.nextBoolean(),
                generator.nextLong(),
                bytes[0],
                bytes[1]);
    }

    static Object fractions() {
        return List.of(Math.random(), ThreadLocalRandom.current().nextDouble());
    }

    static Object small() {
        int answer = ThreadLocalRandom.current().nextInt(3);
        return answer >= 0 && answer < 3;
    }

    static Object seeded() {
        return new Random(3).nextInt(100);
    }

    static Object wrongBound() {
        return ThreadLocalRandom.current().nextInt(0);
    }

    static Object missingRandom() {
        Random missing = null;
        return missing.nextInt(7);
    }

    static Object uuid() {
        return UUID.randomUUID();
    }

    static Object hashes() {
        Object object = new Object();
        Object mine = new Mine();
        return List.of(
                System.identityHashCode(object),
                object.hashCode(),
                mine.hashCode(),
                ((Mine) mine).parents(),
                System.identityHashCode(null));
    }

    /** The same questions, asked by the JVM's classes for method references. */
    static Object references() {
        LongSupplier nanos = System::nanoTime;
        LongSupplier millis = System::currentTimeMillis;
        Supplier<Instant> now = Instant::now;
        Supplier<UUID> uuid = UUID::randomUUID;
        IntUnaryOperator bounded = ThreadLocalRandom.current()::nextInt;
        ToIntFunction<Random> number = Random::nextInt;
        Supplier<Random> generator = Random::new;
        Supplier<Date> date = Date::new;
        ToIntFunction<Object> hash = System::identityHashCode;
        UnaryOperator<String> variable = System::getenv;
        return Arrays.asList(
                nanos.getAsLong(),
                millis.getAsLong(),
                now.get().toEpochMilli(),
                uuid.get(),
                bounded.applyAsInt(100),
                number.applyAsInt(new SecureRandom()),
                generator.get().nextLong(),
                date.get().getTime(),
                hash.applyAsInt(nanos),
                variable.apply("no such variable"));
    }

    static Object environment() {
        return System.getenv("no such variable")
                + System.getProperty("no such property", "x")
                + Integer.getInteger("?");
    }

    /** Waits in many ways, each time for a limited while. */
    static Object limited() throws Exception {
        Thread thread = new Thread(LockSupport::park);
        thread.setDaemon(true);
        thread.start();
        thread.join(3);
        thread.join(3, 4);
        Thread.sleep(1);
        Thread.sleep(1, 2);
        TimeUnit.MILLISECONDS.sleep(5);
        LockSupport.parkNanos(6);
        LockSupport.parkNanos(thread, 7);
        ReentrantLock lock = new ReentrantLock();
        lock.tryLock(8, TimeUnit.MICROSECONDS);
        Condition condition = lock.newCondition();
        condition.awaitNanos(9);
        condition.await(10, TimeUnit.NANOSECONDS);
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        String nothing = queue.poll(11, TimeUnit.NANOSECONDS);
        boolean taken = queue.offer("x", 12, TimeUnit.NANOSECONDS) && queue.offer("y", 13, TimeUnit.NANOSECONDS);
        condition.awaitUntil(new Date(14));
        LockSupport.parkUntil(15);
        LockSupport.unpark(thread);
        thread.join(0);
        return nothing + taken;
    }

    static Object outside() throws Exception {
        return Files.exists(Path.of("no such file")) + " " + new StringReader("x").read();
    }

    static class Base {
        final long seed;

        Base(long seed) {
            this.seed = seed;
        }
    }

    static final class Derived extends Base {
        Derived() {
            super(new Random().nextLong() + System.nanoTime());
        }
    }

    static Object beforeSuper() {
        return new Derived().seed;
    }
}
