// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;

/** The effects of calls, by the class of the object they are made on. */
class MethodEffectsTest {
    private static final String ADD = "(Ljava/lang/Object;)Z";
    private static final String PUT = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";

    private final Calls calls = new Calls();
    private final Map<Object, String> names = new IdentityHashMap<>();
    private int next = 1;
    /** How the thread holds the lock in question. */
    private boolean owns;

    private boolean shares;

    private <T> T named(String name, T object) {
        names.put(object, name);
        return object;
    }

    /** What the listener is called with for a call with this argument and result. */
    private List<String> call(
            Class<?> owner, String name, String descriptor, Object on, Object argument, Object result) {
        return call(calls.shape(owner, name, descriptor), on, argument, result);
    }

    private List<String> call(ModelledCall.Shape shape, Object on, Object argument, Object result) {
        int site = next;
        next += shape.sites().size();
        calls.library.define(shape, site);
        Hearing hearing = new Hearing();
        calls.library.before(hearing, on, argument, 3, site);
        hearing.log.add("-");
        calls.library.after(hearing, on, argument, 3, result, site);
        return hearing.log;
    }

    @Test
    void aLockIsEnteredThroughItsInterface() {
        ReentrantLock lock = new ReentrantLock();
        assertThat(call(Lock.class, "lock", "()V", lock, null, null))
                .containsExactly("beforeEnter sync", "blocks", "-", "afterEnter sync", "blocked");
        assertThat(call(Lock.class, "unlock", "()V", lock, null, null)).containsExactly("beforeExit sync", "-");
        assertThat(call(Lock.class, "tryLock", "()Z", lock, null, Boolean.FALSE))
                .containsExactly("beforeTry sync", "-", "tryAcquireFailed sync");
        assertThat(call(Lock.class, "tryLock", "()Z", lock, null, Boolean.TRUE))
                .containsExactly("beforeTry sync", "-", "afterTry sync");
    }

    @Test
    void readLocksAreShared() {
        Lock read = new ReentrantReadWriteLock().readLock();
        assertThat(call(Lock.class, "lock", "()V", read, null, null))
                .containsExactly("beforeShare sync", "blocks", "-", "afterShare sync", "blocked");
        assertThat(call(Lock.class, "tryLock", "()Z", read, null, Boolean.FALSE))
                .containsExactly("beforeTryShare sync", "-", "tryAcquireFailed sync");
        assertThat(call(Lock.class, "tryLock", "()Z", read, null, Boolean.TRUE))
                .containsExactly("beforeTryShare sync", "-", "afterTryShare sync");
        assertThat(call(Lock.class, "unlock", "()V", read, null, null)).containsExactly("beforeUnshare sync", "-");
        StampedLock stamped = named("stamped", new StampedLock());
        assertThat(call(Lock.class, "lock", "()V", stamped.asReadLock(), null, null))
                .containsExactly("beforeShare stamped", "blocks", "-", "afterShare stamped", "blocked");
    }

    @Test
    void aStampChangesItsMode() {
        StampedLock lock = named("lock", new StampedLock());
        shares = true;
        assertThat(call(StampedLock.class, "tryConvertToWriteLock", "(J)J", lock, null, Boolean.TRUE))
                .containsExactly("beforeTry lock", "-", "beforeUnshare lock", "afterTry lock");
        assertThat(call(StampedLock.class, "tryConvertToWriteLock", "(J)J", lock, null, Boolean.FALSE))
                .containsExactly("beforeTry lock", "-", "tryAcquireFailed lock");
        owns = true;
        assertThat(call(StampedLock.class, "tryConvertToReadLock", "(J)J", lock, null, Boolean.TRUE))
                .containsExactly("publish lock", "beforeExit lock", "afterShare lock", "-");
        owns = false;
        shares = false;
        assertThat(call(StampedLock.class, "tryConvertToReadLock", "(J)J", lock, null, Boolean.TRUE))
                .containsExactly("publish lock", "beforeTryShare lock", "-", "afterShare lock");
        assertThat(call(StampedLock.class, "tryOptimisticRead", "()J", lock, null, Boolean.TRUE))
                .containsExactly("beforeObserve", "-", "afterObserve lock", "optimistic");
    }

    @Test
    void permitsAreCounted() {
        Semaphore semaphore = new Semaphore(2);
        assertThat(call(Semaphore.class, "acquire", "()V", semaphore, null, null))
                .containsExactly("beforePermitAcquire", "blocks", "-", "afterPermitAcquire 1", "blocked");
        assertThat(call(Semaphore.class, "tryAcquire", "(I)Z", semaphore, null, Boolean.TRUE))
                .containsExactly("beforePermitAcquire", "-", "afterPermitAcquire 3");
        assertThat(call(Semaphore.class, "tryAcquire", "(I)Z", semaphore, null, Boolean.FALSE))
                .containsExactly("beforePermitAcquire", "-", "tryPermitFailed");
        assertThat(call(Semaphore.class, "drainPermits", "()I", semaphore, null, null))
                .containsExactly("beforePermitAcquire", "-", "afterPermitAcquire 3");
        assertThat(call(Semaphore.class, "release", "(I)V", semaphore, null, null))
                .containsExactly("publish Semaphore", "permitRelease 3", "-");
        assertThat(call(Semaphore.class, "release", "()V", semaphore, null, null))
                .containsExactly("publish Semaphore", "permitRelease 1", "-");
    }

    @Test
    void aCallOnSuperHasTheEffectsOfTheSuperclass() {
        Counting list = named("list", new Counting());
        ModelledCall.Shape add = calls.shape(ArrayList.class, "add", ADD);
        assertThat(call(add, list, null, true)).containsExactly("-");
        assertThat(call(add.asOfSuper(), list, null, true)).containsExactly("write list", "-");
        ModelledCall.Shape size = calls.shape(List.class, "size", "()I");
        assertThat(call(size, list, null, null)).containsExactly("read list", "-");
        assertThat(call(size.asOfSuper(), list, null, null))
                .as("a method of an interface")
                .containsExactly("-");
    }

    @Test
    void classesOfALoaderAreKeyedByName() {
        ClassLoader loader = named("loader", new URLClassLoader(new URL[0]));
        String find = "(Ljava/lang/String;)Ljava/lang/Class;";
        assertThat(call(ClassLoader.class, "findLoadedClass", find, loader, "p.C", null))
                .containsExactly("beforeAtomic loader[1] read", "-", "afterAtomic loader[1] read");
        assertThat(call(URLClassLoader.class, "findClass", find, loader, "p.C", loader))
                .containsExactly("beforeAtomic loader[1] write", "-", "afterAtomic loader[1] write");
    }

    @Test
    void theObjectDecidesWhatAMapDoes() {
        Map<String, String> plain = named("plain", new HashMap<>());
        Map<String, String> concurrent = named("concurrent", new ConcurrentHashMap<>());
        assertThat(call(Map.class, "put", PUT, plain, "k", null)).containsExactly("write plain", "-");
        assertThat(call(Map.class, "put", PUT, concurrent, "k", null))
                .containsExactly(
                        "publish concurrent",
                        "beforeAtomic concurrent[1] write",
                        "-",
                        "afterAtomic concurrent[1] write");
        assertThat(call(Map.class, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", concurrent, "other", null))
                .containsExactly("beforeAtomic concurrent[2] read", "-", "afterAtomic concurrent[2] read");
        assertThat(call(Map.class, "size", "()I", concurrent, null, null))
                .containsExactly("beforeAtomic concurrent[0] read", "-", "afterAtomic concurrent[0] read");
    }

    @Test
    void wrappersHaveTheEffectsOfWhatTheyWrap() {
        List<String> inner = named("inner", new ArrayList<>());
        List<String> locked = named("locked", Collections.synchronizedList(inner));
        assertThat(call(List.class, "add", ADD, locked, "x", Boolean.TRUE))
                .containsExactly("beforeAround locked: write inner", "-", "afterAround locked: inner");
        assertThat(call(Collection.class, "size", "()I", Collections.unmodifiableList(locked), null, null))
                .containsExactly("beforeAround locked: read inner", "-", "afterAround locked: inner");
        assertThat(call(List.class, "iterator", "()Ljava/util/Iterator;", locked, null, null))
                .containsExactly("read inner", "-");
        assertThat(call(java.util.Iterator.class, "next", "()Ljava/lang/Object;", inner.iterator(), null, null))
                .containsExactly("read inner", "-");
        Vector<String> vector = named("vector", new Vector<>());
        assertThat(call(List.class, "addAll", "(Ljava/util/Collection;)Z", inner, vector, Boolean.TRUE))
                .startsWith("write inner", "beforeAround vector: read vector");
    }

    @Test
    void aSetIsItsMap() {
        HashSet<String> set = new HashSet<>(List.of("a"));
        String map = call(Collection.class, "add", ADD, set, "b", Boolean.TRUE).get(0);
        assertThat(map).isEqualTo("write HashMap");
        assertThat(call(java.util.Iterator.class, "next", "()Ljava/lang/Object;", set.iterator(), null, null))
                .containsExactly("read HashMap", "-");
    }

    /** The program's own list; its code has probes of its own. */
    private static final class OwnList extends AbstractList<String> {
        @Override
        public String get(int index) {
            return "";
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** Changes one method and inherits the rest. */
    private static final class Counting extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean add(String element) {
            return super.add(element);
        }
    }

    @Test
    void theProgramsOwnClassesHaveNoEffects() {
        assertThat(call(List.class, "get", "(I)Ljava/lang/Object;", new OwnList(), null, ""))
                .containsExactly("-");
        Counting counting = named("counting", new Counting());
        assertThat(call(List.class, "add", ADD, counting, "x", Boolean.TRUE)).containsExactly("-");
        assertThat(call(List.class, "size", "()I", counting, null, null)).containsExactly("read counting", "-");
    }

    @Test
    void atomicsAreUpdatedInOneStep() {
        AtomicInteger count = named("count", new AtomicInteger());
        assertThat(call(AtomicInteger.class, "incrementAndGet", "()I", count, null, null))
                .containsExactly("beforeAtomic count[0] read write", "-", "afterAtomic count[0] read write");
        assertThat(call(AtomicInteger.class, "compareAndSet", "(II)Z", count, null, Boolean.FALSE))
                .containsExactly("beforeAtomic count[0] read write", "-", "afterAtomic count[0] read");
        AtomicIntegerArray array = named("array", new AtomicIntegerArray(9));
        assertThat(call(AtomicIntegerArray.class, "set", "(II)V", array, null, null))
                .containsExactly("beforeAtomic array[4] write", "-", "afterAtomic array[4] write");
    }

    @Test
    void anElementIsHandedOver() {
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        Object element = named("element", new Object());
        assertThat(call(BlockingQueue.class, "put", "(Ljava/lang/Object;)V", queue, element, null))
                .containsExactly("publish element", "blocks", "-", "blocked");
        assertThat(call(BlockingQueue.class, "take", "()Ljava/lang/Object;", queue, null, element))
                .containsExactly("beforeObserve", "blocks", "-", "afterObserve element", "blocked");
    }

    @Test
    void drainedElementsAreHandedOver() {
        List<Object> drained =
                named("drained", new ArrayList<>(List.of(named("a", new Object()), named("b", new Object()))));
        assertThat(call(
                        BlockingQueue.class,
                        "drainTo",
                        "(Ljava/util/Collection;)I",
                        new LinkedBlockingQueue<>(),
                        drained,
                        null))
                .containsExactly("write drained", "beforeObserve", "-", "afterObserve a", "afterObserve b");
    }

    @Test
    void iteratingIsOrderedAfterPuts() {
        Map<String, String> map = named("map", new ConcurrentHashMap<>(Map.of("a", "b")));
        assertThat(call(Map.class, "put", PUT, map, "k", null)).startsWith("publish map");
        assertThat(call(
                        java.util.Iterator.class,
                        "next",
                        "()Ljava/lang/Object;",
                        map.values().iterator(),
                        null,
                        "b"))
                .containsExactly("beforeObserve", "-", "afterObserve map");
        assertThat(call(Collection.class, "iterator", "()Ljava/util/Iterator;", map.values(), null, null))
                .containsExactly("beforeObserve", "-", "afterObserve map");
    }

    @Test
    void otherCallsAreUnmodelled() {
        assertThat(calls.shape(Object.class, "hashCodes", "()I")).isNull();
        assertThat(calls.shape(MethodEffectsTest.class, "put", PUT)).isNull();
        assertThat(calls.shape(java.util.concurrent.atomic.AtomicLong.class, "lock", "()V"))
                .isNull();
    }

    @Test
    void theUsersModelsTakePrecedence() throws ModelException {
        Calls own = new Calls(Models.parse("type java.util.ArrayList\n  add  nothing\n"));
        ModelledCall.Shape shape = own.shape(List.class, "add", ADD);
        own.library.define(shape, 1);
        Hearing hearing = new Hearing();
        own.library.before(hearing, new ArrayList<>(), "x", 0, 1);
        assertThat(hearing.log).isEmpty();
    }

    /** Records its calls. */
    private final class Hearing implements EffectListener {
        final List<String> log = new ArrayList<>();

        private String name(Object object) {
            String name = names.get(object);
            return name != null
                    ? name
                    : LockIdentity.isLock(object) ? "sync" : object.getClass().getSimpleName();
        }

        @Override
        public void beforeEnter(Object lock, int site) {
            log.add("beforeEnter " + name(lock));
        }

        @Override
        public void afterEnter(Object lock, int site) {
            log.add("afterEnter " + name(lock));
        }

        @Override
        public void beforeExit(Object lock, int site) {
            log.add("beforeExit " + name(lock));
        }

        @Override
        public void access(Object target, boolean write, int site) {
            log.add((write ? "write " : "read ") + name(target));
        }

        @Override
        public void accessStatic(boolean write, int site) {
            log.add(write ? "write static" : "read static");
        }

        @Override
        public void accessElement(Object array, int index, boolean write, int site) {
            log.add((write ? "write " : "read ") + name(array) + " at " + index);
        }

        @Override
        public void beforeTry(Object lock, boolean shared, Tries sites) {
            log.add((shared ? "beforeTryShare " : "beforeTry ") + name(lock));
        }

        @Override
        public void afterTry(Object lock, boolean shared, Tries sites) {
            log.add((shared ? "afterTryShare " : "afterTry ") + name(lock));
        }

        @Override
        public void tryAcquireFailed(Object lock, Tries sites) {
            log.add("tryAcquireFailed " + name(lock));
        }

        @Override
        public void beforeShare(Object lock, boolean waits, int site) {
            log.add((waits ? "beforeShare " : "beforeTryShare ") + name(lock));
        }

        @Override
        public void afterShare(Object lock, boolean waited, int site) {
            log.add("afterShare " + name(lock));
        }

        @Override
        public void beforeUnshare(Object lock, int site) {
            log.add("beforeUnshare " + name(lock));
        }

        @Override
        public boolean holds(Object lock, boolean shared) {
            return shared ? shares : owns;
        }

        @Override
        public void readsOptimistically() {
            log.add("optimistic");
        }

        @Override
        public void beforePermitAcquire(Semaphore semaphore, Tries sites) {
            log.add("beforePermitAcquire");
        }

        @Override
        public void afterPermitAcquire(Semaphore semaphore, int permits, Tries sites) {
            log.add("afterPermitAcquire " + permits);
        }

        @Override
        public void tryPermitFailed(Semaphore semaphore, Tries sites) {
            log.add("tryPermitFailed");
        }

        @Override
        public void beforePermitRelease(Semaphore semaphore, int permits, int site) {
            log.add("permitRelease " + permits);
        }

        @Override
        public void beforeCondition(Object lock, Object condition, boolean timed, int site) {
            log.add("beforeCondition " + name(lock));
        }

        @Override
        public void afterCondition(Object lock, Object condition, int site) {
            log.add("afterCondition " + name(lock));
        }

        @Override
        public void publish(Object channel, int site) {
            log.add("publish " + name(channel));
        }

        @Override
        public void beforeObserve(int site) {
            log.add("beforeObserve");
        }

        @Override
        public void afterObserve(Object channel, int site) {
            log.add("afterObserve " + name(channel));
        }

        private String atomic(Object target, int index, int readSite, int writeSite) {
            return name(target) + "[" + index + "]" + (readSite > 0 ? " read" : "") + (writeSite > 0 ? " write" : "");
        }

        @Override
        public void beforeAtomic(Object target, int index, int readSite, int writeSite) {
            log.add("beforeAtomic " + atomic(target, index, readSite, writeSite));
        }

        @Override
        public void afterAtomic(Object target, int index, int readSite, int writeSite) {
            log.add("afterAtomic " + atomic(target, index, readSite, writeSite));
        }

        @Override
        public void beforeAround(Object monitor, Object target, boolean write, Sites sites) {
            log.add("beforeAround " + name(monitor) + (write ? ": write " : ": read ") + name(target));
        }

        @Override
        public void afterAround(Object monitor, Object target, Sites sites) {
            log.add("afterAround " + name(monitor) + ": " + name(target));
        }

        @Override
        public void beforeBlocking(int site) {
            log.add("blocks");
        }

        @Override
        public void afterBlocking(int site) {
            log.add("blocked");
        }
    }
}
