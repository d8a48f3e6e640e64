// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

/**
 * The sites of a call are numbered where only the type in the instruction is known; its effects are decided by the
 * object. Every object of the JDK must have a site for each of its effects, whichever of its interfaces it is called
 * through.
 */
class SiteCoverageTest {
    private final Calls calls = new Calls();
    private final Set<String> missing = new HashSet<>();
    private int checked;

    private static List<Object> objects() {
        List<Object> all = new ArrayList<>();
        for (Map<Object, Object> map : List.<Map<Object, Object>>of(
                new HashMap<>(),
                new LinkedHashMap<>(),
                new TreeMap<>(),
                new WeakHashMap<>(),
                new Properties(),
                new ConcurrentHashMap<>(),
                new ConcurrentSkipListMap<>())) {
            for (Map<Object, Object> wrapped :
                    List.of(map, Collections.synchronizedMap(map), Collections.unmodifiableMap(map))) {
                Collections.addAll(all, wrapped, wrapped.keySet(), wrapped.values(), wrapped.entrySet());
            }
            if (map instanceof NavigableMap<Object, Object> sorted) {
                Collections.addAll(all, sorted.navigableKeySet(), Collections.synchronizedNavigableMap(sorted));
            }
        }
        for (Collection<Object> collection : List.<Collection<Object>>of(
                new ArrayList<>(),
                new LinkedList<>(),
                new Vector<>(),
                new ArrayDeque<>(),
                new PriorityQueue<>(),
                new HashSet<>(),
                new TreeSet<>(),
                new CopyOnWriteArrayList<>(),
                new ConcurrentSkipListSet<>(),
                ConcurrentHashMap.newKeySet(),
                new ConcurrentLinkedQueue<>(),
                new ConcurrentLinkedDeque<>(),
                new LinkedBlockingQueue<>(),
                new LinkedTransferQueue<>())) {
            Collections.addAll(
                    all,
                    collection,
                    collection.iterator(),
                    Collections.synchronizedCollection(collection),
                    Collections.unmodifiableCollection(collection));
            if (collection instanceof Set<Object> set) {
                Collections.addAll(all, Collections.synchronizedSet(set), Collections.unmodifiableSet(set));
            } else if (collection instanceof List<Object> list) {
                Collections.addAll(
                        all,
                        Collections.synchronizedList(list),
                        Collections.unmodifiableList(list),
                        list.subList(0, 0));
            }
        }
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        ReentrantLock lock = new ReentrantLock();
        Collections.addAll(all, lock, lock.newCondition(), readWrite, readWrite.readLock(), readWrite.writeLock());
        Collections.addAll(all, new CompletableFuture<>(), new FutureTask<>(() -> null));
        for (ExecutorService executor : List.of(
                Executors.newFixedThreadPool(1),
                Executors.newSingleThreadExecutor(),
                Executors.newScheduledThreadPool(1),
                Executors.newWorkStealingPool(1))) {
            executor.shutdown();
            all.add(executor);
        }
        return all;
    }

    @Test
    void everyObjectHasASiteForEachEffect() {
        for (Object object : objects()) {
            Set<Class<?>> interfaces = new HashSet<>();
            collect(object.getClass(), interfaces);
            for (Class<?> type : interfaces) {
                for (Method method : type.getMethods()) {
                    if (!Modifier.isStatic(method.getModifiers())) {
                        look(object, type, method);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(checked).isGreaterThan(1000);
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Class<?> parent : c.getInterfaces()) {
                if (Modifier.isPublic(parent.getModifiers()) && found.add(parent)) {
                    collect(parent, found);
                }
            }
        }
    }

    private void look(Object object, Class<?> type, Method method) {
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString();
        ModelledCall.Shape shape = calls.shape(type, method.getName(), descriptor);
        if (shape == null) {
            return;
        }
        require(
                shape,
                shape.signature(),
                object,
                type.getSimpleName() + "." + method.getName() + descriptor + " of a "
                        + object.getClass().getName());
    }

    private void require(ModelledCall.Shape shape, Signature signature, Object object, String what) {
        MethodEffects meaning = calls.library.meaning(signature, object.getClass());
        for (int i = 0; i < meaning.effects.length; i++) {
            Effect effect = meaning.effects[i];
            if (effect.verb() == Effect.Verb.DELEGATE && effect.subject() == Effect.Subject.THIS) {
                Object inner = meaning.subject(i, object, null, null);
                if (inner != null) {
                    require(
                            shape,
                            signature,
                            inner,
                            what + " with a " + inner.getClass().getName());
                }
            }
            checked++;
            if (!shape.kinds().containsAll(effect.kinds())) {
                missing.add(what + " has no site for " + effect.kinds());
            }
            if (effect.atReturn() && !shape.after()) {
                missing.add(what + " has no probe at its return");
            }
        }
    }
}
