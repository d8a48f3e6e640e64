// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** Calls of library methods in all the shapes that instructions have. */
final class LibraryUse {
    private LibraryUse() {}

    static Object locks() throws InterruptedException {
        Lock lock = new ReentrantLock();
        lock.lock();
        boolean got = lock.tryLock(7, TimeUnit.SECONDS);
        lock.unlock();
        return got;
    }

    static Object wideResult() {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        lock.unlockWrite(stamp);
        return stamp != 0;
    }

    static Object wideArguments() {
        AtomicLong value = new AtomicLong(5);
        boolean set = value.compareAndSet(5L, 6L);
        return set && value.getAndAdd(2L) == 6;
    }

    static Object throughInterfaces() {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        List<Integer> list = new ArrayList<>(map.values());
        list.add(0, 2);
        return list.get(0) + map.get("a");
    }

    static Object missingKey() {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        try {
            return map.get(null);
        } catch (NullPointerException e) {
            return "NullPointerException";
        }
    }

    static Object nothing() {
        List<String> list = System.nanoTime() < 0 ? List.of() : null;
        return list.size();
    }

    static Object statics() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        return "on";
    }

    static Object text() {
        StringBuilder text = new StringBuilder("a");
        text.append(1).append('c');
        return new StringBuilder().append(text.length()).toString();
    }

    static Object inHandlers(int n) {
        List<Integer> list = new ArrayList<>();
        try {
            list.add(n);
            return list.get(5);
        } catch (IndexOutOfBoundsException e) {
            return list.size();
        }
    }

    static Object handled() {
        return inHandlers(3);
    }

    static Object references() {
        List<String> list = new ArrayList<>();
        List.of("a", "b").forEach(list::add);
        java.util.function.Function<List<String>, Integer> size = List::size;
        java.util.function.ToLongFunction<AtomicLong> get = AtomicLong::incrementAndGet;
        return size.apply(list) + get.applyAsLong(new AtomicLong());
    }

    static Object counted() {
        java.util.concurrent.Semaphore semaphore = new java.util.concurrent.Semaphore(5);
        boolean got = semaphore.tryAcquire(2);
        return got ? semaphore.drainPermits() : -1;
    }

    /** Arguments of several widths, and what must not be reported. */
    static Object withoutModel() {
        java.util.Scanner scanner = new java.util.Scanner("one two");
        String first = scanner.next();
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(16);
        buffer.putLong(8, 3L);
        long number = buffer.getLong(8);
        boolean none = scanner.hasNextInt();
        java.util.Optional<String> word = java.util.Optional.of(first);
        java.util.List<String> list = new ArrayList<>(java.util.List.of("x"));
        Comparable<String> text = first.trim();
        int letters = text.compareTo("one") + new java.util.Random(1).nextInt(1) + 7;
        return first + " " + number + " " + word.get() + " " + letters + " " + list + (none ? "!" : "");
    }

    static Object unmodelled(Process process) throws InterruptedException {
        return process.waitFor();
    }
}
