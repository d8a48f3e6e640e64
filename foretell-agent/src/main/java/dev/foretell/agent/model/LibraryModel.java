// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;

/**
 * The effects of the program's calls, looked up by the threads that make them.
 *
 * <p>The class of the object decides. The program's own classes, which may implement the JDK's interfaces as they like,
 * have no effects here: their code has probes of its own. A method that such a class inherits from the JDK has the
 * effects it has there.
 */
public final class LibraryModel {
    /** What is known of the program's classes without reflection, which could load others. */
    public interface Program {
        /** Whether a class that is not the JDK's declares this method itself; true when it is unknown. */
        boolean declares(Class<?> type, String name, String descriptor);

        /** Whether a class of the JDK has probes inside, and so needs no model. */
        boolean isInstrumented(Class<?> type);

        /** The program makes an unmodelled call. */
        default void unmodelled(String method, String place) {}

        /** What the {@code equals} that a class declares compares; null when it is not known. */
        Equality equality(Class<?> type);
    }

    private final Models models;
    private final UnmodelledState unmodelledState;
    private final ClassValue<Meanings> classes = new ClassMeanings();
    private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
    private volatile Program program = new Nothing();
    private final MapKeys keys = new MapKeys(program);
    /** By the number of their first site. */
    private volatile ModelledCall[] calls = new ModelledCall[256];

    public LibraryModel(Models models) {
        this.models = models;
        this.unmodelledState = new UnmodelledState(models);
    }

    public Models models() {
        return models;
    }

    /** Whether a call that names this type of the JDK can be one that {@link #use} is for. */
    public boolean mayHaveUnmodelledState(Class<?> named) {
        return unmodelledState.mayBeIn(named);
    }

    public void program(Program newProgram) {
        program = newProgram;
        keys.program(newProgram);
    }

    /** A call of a class that is about to be defined, with the number of its first site. */
    public synchronized void define(ModelledCall.Shape shape, int first) {
        ModelledCall[] all = calls;
        if (first >= all.length) {
            all = Arrays.copyOf(all, Math.max(first + 1, all.length * 2));
        }
        all[first] = new ModelledCall(shape, first);
        calls = all;
    }

    /** A call is about to be made. */
    public void before(EffectListener thread, Object receiver, Object argument, int number, int site) {
        ModelledCall call = calls[site];
        if (call.atOffset != null) {
            ModelledCall there = call.atOffset.at(argument, number);
            if (there == null) {
                call.atOffset.unknown(program);
            } else {
                before(thread, there, there.fixed, receiver, argument, place(call, there, argument, number), null);
            }
            return;
        }
        MethodEffects meaning = call.fixed;
        if (meaning == null) {
            if (receiver == null) {
                return; // the program is about to get an exception
            }
            meaning = meaning(call, receiver.getClass());
            EventKind only = meaning.plainAccess;
            if (only != null) {
                int at = call.site(only);
                if (at != 0) {
                    thread.access(receiver, only == EventKind.WRITE, at);
                }
                return;
            }
        }
        if (!meaning.isNothing()) {
            before(thread, call, meaning, receiver, argument, number, null);
        } else if (meaning.reportsSharing) {
            use(thread, call, meaning, receiver);
        }
    }

    /** An unmodelled call is about to be made; its object's class may have no model at all. */
    public void use(EffectListener thread, Object receiver, int site) {
        if (receiver != null) {
            ModelledCall call = calls[site];
            MethodEffects meaning = meaning(call, receiver.getClass());
            if (meaning.reportsSharing) {
                use(thread, call, meaning, receiver);
            }
        }
    }

    /** One shared object of each class is enough. */
    private static void use(EffectListener thread, ModelledCall call, MethodEffects meaning, Object target) {
        if (thread.uses(target)) {
            boolean first = meaning.reportsSharing;
            meaning.reportsSharing = false;
            if (first) {
                thread.unmodelled(UnmodelledState.name(target.getClass(), call.owner), call.anySite());
            }
        }
    }

    /** The call has returned. */
    public void after(EffectListener thread, Object receiver, Object argument, int number, Object result, int site) {
        ModelledCall call = calls[site];
        if (call.atOffset != null) {
            ModelledCall there = call.atOffset.at(argument, number);
            if (there != null) {
                int index = place(call, there, argument, number);
                after(thread, there, there.fixed, receiver, argument, index, result, null);
            }
            return;
        }
        MethodEffects meaning = call.fixed != null ? call.fixed : meaning(call, receiver.getClass());
        if (meaning.plainAccess == null && !meaning.isNothing()) {
            after(thread, call, meaning, receiver, argument, number, result, null);
        }
    }

    /** The index in place of the offset, when it is an element. */
    private static int place(ModelledCall call, ModelledCall there, Object object, int offset) {
        return there.accessed == HandleAccess.Kind.ELEMENT ? call.atOffset.index(object, offset) : offset;
    }

    /**
     * Calls the listener for each effect. A switch, not a method of the verb, which would be a megamorphic call for
     * each call of the program; it yields the monitor that the following effects are inside of, because only as an
     * expression it must name every verb.
     */
    private void before(
            EffectListener thread,
            ModelledCall call,
            MethodEffects meaning,
            Object receiver,
            Object argument,
            int number,
            Object outer) {
        Object monitor = outer;
        for (int i = 0; i < meaning.effects.length; i++) {
            Effect effect = meaning.effects[i];
            if (!call.covers(effect)) {
                continue;
            }
            Object subject =
                    call.accessed == HandleAccess.Kind.STATIC ? null : meaning.subject(i, receiver, argument, null);
            if (subject == null && effect.verb().needsObject) {
                continue;
            }
            monitor = switch (effect.verb()) {
                case ACQUIRE -> {
                    LockCalls.beforeAcquire(thread, call, effect, subject);
                    yield monitor;
                }
                case TRY, UPGRADE -> {
                    thread.beforeTry(subject, effect.shared(), call.lockSites);
                    yield monitor;
                }
                case RELEASE -> {
                    LockCalls.beforeRelease(thread, call, effect, subject);
                    yield monitor;
                }
                case DOWNGRADE -> {
                    LockCalls.beforeDowngrade(thread, call, subject);
                    yield monitor;
                }
                case PERMIT_ACQUIRE -> {
                    if (subject instanceof Semaphore semaphore) {
                        thread.beforePermitAcquire(semaphore, call.permitSites);
                    }
                    yield monitor;
                }
                case PERMIT_RELEASE -> {
                    if (subject instanceof Semaphore semaphore) {
                        thread.beforePermitRelease(
                                semaphore, permits(effect, number), call.site(EventKind.PERMIT_RELEASE));
                    }
                    yield monitor;
                }
                case AROUND -> monitor == null ? subject : monitor;
                case AWAIT_CONDITION -> {
                    thread.beforeCondition(subject, receiver, false, call.site(EventKind.RELEASE));
                    yield monitor;
                }
                case AWAIT_CONDITION_TIMED -> {
                    thread.beforeCondition(subject, receiver, true, call.site(EventKind.RELEASE));
                    yield monitor;
                }
                case PUBLISH -> {
                    thread.publish(subject, call.site(EventKind.PUBLISH));
                    yield monitor;
                }
                case OBSERVE -> {
                    thread.beforeObserve(call.site(EventKind.OBSERVE));
                    if (effect.early() && subject != null) {
                        thread.afterObserve(subject, call.site(EventKind.OBSERVE));
                    }
                    yield monitor;
                }
                case READ, WRITE, UPDATE -> {
                    if (subject != null || call.accessed == HandleAccess.Kind.STATIC) {
                        beforeAccess(thread, call, effect, subject, argument, number, monitor);
                    }
                    yield monitor;
                }
                case DELEGATE -> {
                    MethodEffects there = delegated(call, effect, subject);
                    if (!there.isNothing()) {
                        before(thread, call, there, subject, argument, number, monitor);
                    } else if (there.reportsSharing) {
                        use(thread, call, there, subject);
                    }
                    yield monitor;
                }
                case BLOCKS -> {
                    thread.beforeBlocking(call.anySite());
                    yield monitor;
                }
                case OPTIMISTIC, NOTHING -> monitor;
            };
        }
    }

    /** The same for effects that are completed when the call returns. */
    private void after(
            EffectListener thread,
            ModelledCall call,
            MethodEffects meaning,
            Object receiver,
            Object argument,
            int number,
            Object result,
            Object outer) {
        Object monitor = outer;
        for (int i = 0; i < meaning.effects.length; i++) {
            Effect effect = meaning.effects[i];
            if (!call.covers(effect)) {
                continue;
            }
            Object subject =
                    call.accessed == HandleAccess.Kind.STATIC ? null : meaning.subject(i, receiver, argument, result);
            if (subject == null && effect.verb().needsObject) {
                continue;
            }
            boolean happened = effect.condition().holds(result);
            monitor = switch (effect.verb()) {
                case ACQUIRE -> {
                    LockCalls.afterAcquire(thread, call, effect, subject, happened);
                    yield monitor;
                }
                case TRY -> {
                    LockCalls.afterTry(thread, call, effect, subject, happened);
                    yield monitor;
                }
                case UPGRADE -> {
                    LockCalls.afterUpgrade(thread, call, subject, happened);
                    yield monitor;
                }
                case DOWNGRADE -> {
                    LockCalls.afterDowngrade(thread, call, subject, happened);
                    yield monitor;
                }
                case OPTIMISTIC -> {
                    if (happened) {
                        thread.readsOptimistically();
                    }
                    yield monitor;
                }
                case PERMIT_ACQUIRE -> {
                    if (subject instanceof Semaphore semaphore) {
                        permitsAcquired(thread, call, semaphore, permits(effect, number), happened);
                    }
                    yield monitor;
                }
                case AROUND -> monitor == null ? subject : monitor;
                case AWAIT_CONDITION, AWAIT_CONDITION_TIMED -> {
                    thread.afterCondition(subject, receiver, call.site(EventKind.RELEASE));
                    yield monitor;
                }
                case OBSERVE -> {
                    if (subject != null && happened && !effect.early()) {
                        observed(thread, effect, subject, call.site(EventKind.OBSERVE));
                    }
                    yield monitor;
                }
                case READ, WRITE, UPDATE -> {
                    if (subject != null || call.accessed == HandleAccess.Kind.STATIC) {
                        afterAccess(thread, call, effect, subject, argument, number, happened, monitor);
                    }
                    yield monitor;
                }
                case DELEGATE -> {
                    MethodEffects there = delegated(call, effect, subject);
                    if (!there.isNothing()) {
                        after(thread, call, there, subject, argument, number, result, monitor);
                    }
                    yield monitor;
                }
                case BLOCKS -> {
                    thread.afterBlocking(call.anySite());
                    yield monitor;
                }
                case RELEASE, PERMIT_RELEASE, PUBLISH, NOTHING -> monitor;
            };
        }
    }

    /** Elements are only read from collections of the JDK, so that no code of the program is called. */
    private void observed(EffectListener thread, Effect effect, Object subject, int site) {
        if (!effect.each()) {
            thread.afterObserve(subject, site);
        } else if (subject instanceof Collection<?> elements && isJdk(subject.getClass())) {
            for (Object element : elements.toArray()) {
                if (element != null) {
                    thread.afterObserve(element, site);
                }
            }
        }
    }

    private static void permitsAcquired(
            EffectListener thread, ModelledCall call, Semaphore semaphore, int permits, boolean happened) {
        if (happened) {
            thread.afterPermitAcquire(semaphore, permits, call.permitSites);
        } else if (call.permitSites.failed() != 0) {
            thread.tryPermitFailed(semaphore, call.permitSites);
        }
    }

    private static int permits(Effect effect, int number) {
        return effect.key() == 0 ? 1 : number;
    }

    private void beforeAccess(
            EffectListener thread,
            ModelledCall call,
            Effect effect,
            Object subject,
            Object argument,
            int number,
            Object monitor) {
        boolean write = effect.verb() != Effect.Verb.READ;
        if (effect.concurrent()) {
            int readSite = effect.verb() == Effect.Verb.WRITE ? 0 : call.site(EventKind.VOLATILE_READ);
            int writeSite = write ? call.site(EventKind.VOLATILE_WRITE) : 0;
            if ((readSite | writeSite) != 0) {
                thread.beforeAtomic(subject, index(call, effect, subject, argument, number), readSite, writeSite);
            }
            return;
        }
        int site = call.site(write ? EventKind.WRITE : EventKind.READ);
        if (site == 0) {
            return;
        }
        if (call.accessed == HandleAccess.Kind.STATIC) {
            thread.accessStatic(write, site);
        } else if (call.accessed == HandleAccess.Kind.ELEMENT) {
            thread.accessElement(subject, number, write, site);
        } else if (monitor == null) {
            thread.access(subject, write, site);
        } else if (call.site(EventKind.ACQUIRE) != 0) {
            thread.beforeAround(monitor, subject, write, sites(call, site));
        }
    }

    private void afterAccess(
            EffectListener thread,
            ModelledCall call,
            Effect effect,
            Object subject,
            Object argument,
            int number,
            boolean happened,
            Object monitor) {
        boolean write = effect.verb() != Effect.Verb.READ;
        if (effect.concurrent()) {
            int readSite = effect.verb() == Effect.Verb.WRITE ? 0 : call.site(EventKind.VOLATILE_READ);
            int writeSite = write && happened ? call.site(EventKind.VOLATILE_WRITE) : 0;
            if ((readSite | writeSite) != 0) {
                thread.afterAtomic(subject, index(call, effect, subject, argument, number), readSite, writeSite);
            }
        } else if (monitor != null) {
            int site = call.site(write ? EventKind.WRITE : EventKind.READ);
            if (site != 0 && call.site(EventKind.ACQUIRE) != 0) {
                thread.afterAround(monitor, subject, sites(call, site));
            }
        }
    }

    private static EffectListener.Sites sites(ModelledCall call, int access) {
        return new EffectListener.Sites(call.site(EventKind.ACQUIRE), access, call.site(EventKind.RELEASE));
    }

    private int index(ModelledCall call, Effect effect, Object subject, Object argument, int number) {
        if (call.accessed != HandleAccess.Kind.CONTENT) {
            return call.accessed == HandleAccess.Kind.ELEMENT ? number : EffectListener.FIELD;
        }
        if (effect.key() == 0) {
            return MapKeys.ALL;
        }
        if (argument == null) {
            return number + 1;
        }
        if (subject instanceof SortedMap<?, ?> sorted) {
            return sorted.comparator() == null ? keys.ordered(argument) : MapKeys.ALL;
        }
        return keys.number(argument);
    }

    private MethodEffects delegated(ModelledCall call, Effect effect, Object subject) {
        Signature signature =
                effect.iterates() ? models.signature("iterator", "()Ljava/util/Iterator;") : call.signature;
        return meaning(signature, subject.getClass());
    }

    private MethodEffects meaning(ModelledCall call, Class<?> type) {
        ModelledCall.Seen seen = call.seen();
        if (seen.type() == type) {
            return seen.meaning();
        }
        Class<?> declaring = call.superclass == null ? type : ancestor(type, call.superclass);
        MethodEffects meaning = declaring == null ? MethodEffects.NONE : meaning(call.signature, declaring);
        if (type.getClassLoader() == null) {
            call.seen(new ModelledCall.Seen(type, meaning));
        }
        return meaning;
    }

    /** Null for a method of an interface. */
    private static Class<?> ancestor(Class<?> type, String name) {
        Class<?> c = type;
        while (c != null && !c.getName().equals(name)) {
            c = c.getSuperclass();
        }
        return c;
    }

    /** The effects of a method in a class. */
    MethodEffects meaning(Signature signature, Class<?> type) {
        return classes.get(type).of(signature, type);
    }

    private MethodEffects resolve(Signature signature, Class<?> type, MethodEffects nothing) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            ModelLine line = models.line(c.getName(), signature);
            if (line != null) {
                return program.isInstrumented(c) ? MethodEffects.NONE : new MethodEffects(line.effects(), type);
            }
            if (!isJdk(c) && program.declares(c, signature.name, signature.descriptor)) {
                return MethodEffects.NONE;
            }
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            ModelLine line = isJdk(c) ? inInterfaces(c, signature) : null;
            if (line != null) {
                return program.isInstrumented(c) ? MethodEffects.NONE : new MethodEffects(line.effects(), type);
            }
        }
        return nothing;
    }

    /** The effects of unmodelled methods of a class: none. */
    private MethodEffects nothing(Class<?> type) {
        if (!isJdk(type) || program.isInstrumented(type) || !unmodelledState.isIn(type)) {
            return MethodEffects.NONE;
        }
        MethodEffects nothing = new MethodEffects(List.of(), type);
        nothing.reportsSharing = true;
        return nothing;
    }

    private ModelLine inInterfaces(Class<?> type, Signature signature) {
        for (Class<?> parent : type.getInterfaces()) {
            ModelLine line = models.line(parent.getName(), signature);
            line = line == null ? inInterfaces(parent, signature) : line;
            if (line != null) {
                return line;
            }
        }
        return null;
    }

    private boolean isJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == platform;
    }

    /** The effects of the methods of one class, by the number of the signature; filled on demand. */
    private final class Meanings {
        private volatile MethodEffects[] known = new MethodEffects[8];
        /** Of all unmodelled methods; null until one is looked up. */
        private MethodEffects nothing;

        MethodEffects of(Signature signature, Class<?> type) {
            MethodEffects[] all = known;
            MethodEffects meaning = signature.index < all.length ? all[signature.index] : null;
            return meaning != null ? meaning : add(signature, type);
        }

        private synchronized MethodEffects add(Signature signature, Class<?> type) {
            nothing = nothing == null ? nothing(type) : nothing;
            MethodEffects meaning = signature.isAny() ? nothing : resolve(signature, type, nothing);
            MethodEffects[] all = Arrays.copyOf(known, Math.max(known.length, signature.index + 8));
            all[signature.index] = meaning;
            known = all;
            return meaning;
        }
    }

    private final class ClassMeanings extends ClassValue<Meanings> {
        @Override
        protected Meanings computeValue(Class<?> type) {
            return new Meanings();
        }
    }

    /** Until the instrumenter is installed. */
    private static final class Nothing implements Program {
        @Override
        public boolean declares(Class<?> type, String name, String descriptor) {
            return true;
        }

        @Override
        public boolean isInstrumented(Class<?> type) {
            return false;
        }

        @Override
        public Equality equality(Class<?> type) {
            return null;
        }
    }
}
