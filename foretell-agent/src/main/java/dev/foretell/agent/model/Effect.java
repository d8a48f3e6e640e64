// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** One effect of a library method on other threads, as a model file describes it. */
final class Effect {
    /** In place of an argument's number. */
    static final int RESULT = 10;

    private final Verb verb;
    private final Subject subject;
    private final String field;
    private final boolean concurrent;
    private final boolean shared;
    private final boolean interruptible;
    private final int key;
    private final Condition condition;
    private final boolean early;
    private final boolean each;
    private final boolean iterates;
    private final Set<EventKind> kinds;
    private final long needed;

    private Effect(Builder builder) {
        verb = builder.verb;
        subject = builder.subject;
        field = builder.field;
        concurrent = builder.concurrent;
        shared = builder.shared;
        interruptible = builder.interruptible;
        key = builder.key;
        condition = builder.condition;
        early = builder.early;
        each = builder.each;
        iterates = builder.iterates;
        long sites = 0;
        EnumSet<EventKind> all = EnumSet.noneOf(EventKind.class);
        for (EventKind kind : verb.needs) {
            EventKind variant = variant(kind);
            sites |= ModelledCall.bit(variant);
            all.add(variant);
        }
        for (EventKind kind : verb.allows) {
            if (isPossible(kind)) {
                all.add(variant(kind));
            }
        }
        kinds = Collections.unmodifiableSet(all);
        needed = sites;
    }

    private EventKind variant(EventKind kind) {
        if (shared) {
            return kind == EventKind.ACQUIRE
                    ? EventKind.ACQUIRE_SHARED
                    : kind == EventKind.RELEASE ? EventKind.RELEASE_SHARED : kind;
        }
        if (concurrent) {
            return kind == EventKind.READ
                    ? EventKind.VOLATILE_READ
                    : kind == EventKind.WRITE ? EventKind.VOLATILE_WRITE : kind;
        }
        return kind;
    }

    private boolean isPossible(EventKind kind) {
        boolean failure = kind == EventKind.TRY_ACQUIRE_FAILED || kind == EventKind.TRY_PERMIT_FAILED;
        return (!failure || condition != Condition.ALWAYS) && (iterates || !verb.has(Trait.ITERATES));
    }

    Verb verb() {
        return verb;
    }

    /** The object of the effect. */
    Subject subject() {
        return subject;
    }

    /** The field of {@code this} that holds the object; empty for the object itself. */
    String field() {
        return field;
    }

    /** The state is protected by the library, so that no two accesses to it race. */
    boolean concurrent() {
        return concurrent;
    }

    /** The lock is held in shared mode. */
    boolean shared() {
        return shared;
    }

    /** An interrupt ends the wait for the lock. */
    boolean interruptible() {
        return interruptible;
    }

    /**
     * Number of the argument that is the key or index of the entry or element, from 1; 0 when it is all of the state.
     * For permits: the argument that is their number, or {@link #RESULT}; 0 when it is one.
     */
    int key() {
        return key;
    }

    /** What the result must be for it to have happened. */
    Condition condition() {
        return condition;
    }

    /** It takes effect before the call, which may run code of the program, and not only when the call returns. */
    boolean early() {
        return early;
    }

    /** It is about every element of the object, a collection. */
    boolean each() {
        return each;
    }

    /** It calls {@code iterator()} of the object, and not the method of the same name. */
    boolean iterates() {
        return iterates;
    }

    /** The events that it can become. */
    Set<EventKind> kinds() {
        return kinds;
    }

    /** The events without a site for which it is not recorded at all, as {@link ModelledCall#bit bits}. */
    long needed() {
        return needed;
    }

    /** Whether it needs a probe at the return of the call. */
    boolean atReturn() {
        return concurrent || verb.has(Trait.AT_RETURN) && !early;
    }

    /** READ or WRITE when it is a plain access to the content of {@code this}; else null. */
    EventKind plainAccess() {
        if (subject != Subject.THIS || !field.isEmpty() || concurrent) {
            return null;
        }
        return verb == Verb.READ ? EventKind.READ : verb == Verb.WRITE ? EventKind.WRITE : null;
    }

    @Override
    public String toString() {
        return verb.word + " " + subject + (field.isEmpty() ? "" : "." + field);
    }

    /**
     * What a method does. A constant has all that is known of a verb except what the calling thread's listener is
     * called with, which is in {@link LibraryModel}.
     */
    enum Verb {
        /** Takes a lock, and blocks until it owns it. */
        ACQUIRE(
                "acquire",
                EnumSet.of(EventKind.ACQUIRE),
                none(),
                EnumSet.of(Trait.NEEDS_OBJECT, Trait.SHARED, Trait.INTERRUPTIBLY, Trait.AT_RETURN)),
        /** Takes a lock if it is free, at once or within some time. */
        TRY(
                "try",
                EnumSet.of(EventKind.ACQUIRE),
                EnumSet.of(EventKind.TRY_ACQUIRE_FAILED),
                EnumSet.of(Trait.NEEDS_OBJECT, Trait.SHARED, Trait.AT_RETURN)),
        RELEASE("release", EnumSet.of(EventKind.RELEASE), none(), EnumSet.of(Trait.NEEDS_OBJECT, Trait.SHARED)),
        /** Turns a lock held in shared mode, if it is, into one held exclusively. */
        UPGRADE(
                "upgrade",
                EnumSet.of(EventKind.RELEASE_SHARED, EventKind.ACQUIRE),
                EnumSet.of(EventKind.TRY_ACQUIRE_FAILED),
                EnumSet.of(Trait.NEEDS_OBJECT, Trait.AT_RETURN)),
        /** Turns a lock held exclusively, if it is, into one held in shared mode. */
        DOWNGRADE(
                "downgrade",
                EnumSet.of(EventKind.RELEASE, EventKind.ACQUIRE_SHARED),
                none(),
                EnumSet.of(Trait.NEEDS_OBJECT, Trait.AT_RETURN)),
        /** Reads what a lock protects without the lock, until another call validates the reads. */
        OPTIMISTIC("optimistic", none(), none(), EnumSet.of(Trait.AT_RETURN)),
        PERMIT_ACQUIRE(
                "permit-acquire",
                "take",
                EnumSet.of(EventKind.PERMIT_ACQUIRE),
                EnumSet.of(EventKind.TRY_PERMIT_FAILED),
                EnumSet.of(Trait.TIMES, Trait.AT_RETURN)),
        PERMIT_RELEASE("permit-release", "give", EnumSet.of(EventKind.PERMIT_RELEASE), none(), EnumSet.of(Trait.TIMES)),
        /** Is inside a monitor while it works. */
        AROUND("around", none(), EnumSet.of(EventKind.ACQUIRE, EventKind.RELEASE), EnumSet.of(Trait.AT_RETURN)),
        /** Releases a lock, waits for a signal of the condition {@code this}, acquires the lock again. */
        AWAIT_CONDITION(
                "await-condition",
                EnumSet.of(EventKind.RELEASE, EventKind.OBSERVE),
                EnumSet.of(EventKind.ACQUIRE),
                EnumSet.of(Trait.NEEDS_OBJECT, Trait.AT_RETURN)),
        /** The same with a time limit. */
        AWAIT_CONDITION_TIMED(
                "await-condition-timed", AWAIT_CONDITION.needs, AWAIT_CONDITION.allows, AWAIT_CONDITION.traits),
        PUBLISH("publish", "signal", EnumSet.of(EventKind.PUBLISH), none(), EnumSet.of(Trait.NEEDS_OBJECT)),
        OBSERVE(
                "observe",
                "await",
                EnumSet.of(EventKind.OBSERVE),
                none(),
                EnumSet.of(Trait.EARLY, Trait.EACH, Trait.AT_RETURN)),
        READ("read", none(), EnumSet.of(EventKind.READ), EnumSet.of(Trait.CONCURRENT)),
        WRITE("write", none(), EnumSet.of(EventKind.WRITE), EnumSet.of(Trait.CONCURRENT)),
        /** Reads, then writes, in one step. */
        UPDATE(
                "update",
                none(),
                EnumSet.of(EventKind.VOLATILE_READ, EventKind.VOLATILE_WRITE),
                EnumSet.of(Trait.CONCURRENT, Trait.AT_RETURN)),
        /** Calls another object's method. */
        DELEGATE(
                "delegate",
                none(),
                EnumSet.of(
                        EventKind.READ,
                        EventKind.VOLATILE_READ,
                        EventKind.OBSERVE,
                        EventKind.ACQUIRE,
                        EventKind.RELEASE),
                EnumSet.of(Trait.NEEDS_OBJECT, Trait.ITERATES, Trait.AT_RETURN)),
        /** May block. */
        BLOCKS("blocks", none(), none(), EnumSet.of(Trait.NO_OBJECT, Trait.AT_RETURN)),
        /** Has no effect on other threads. */
        NOTHING("nothing", none(), none(), EnumSet.of(Trait.NO_OBJECT));

        /** In model files. */
        final String word;
        /** In model files of earlier versions; null when it was the same. */
        private final String formerWord;

        /** The events that it becomes; without a site for each it is not recorded. */
        private final Set<EventKind> needs;
        /** The events that it can become besides. */
        private final Set<EventKind> allows;

        private final Set<Trait> traits;
        /** Whether a call without the object, null, is skipped. A field: it is read at each modelled call. */
        final boolean needsObject;

        Verb(String word, Set<EventKind> needs, Set<EventKind> allows, Set<Trait> traits) {
            this(word, null, needs, allows, traits);
        }

        Verb(String word, String formerWord, Set<EventKind> needs, Set<EventKind> allows, Set<Trait> traits) {
            this.word = word;
            this.formerWord = formerWord;
            this.needs = needs;
            this.allows = allows;
            this.traits = traits;
            this.needsObject = traits.contains(Trait.NEEDS_OBJECT);
        }

        private static Set<EventKind> none() {
            return EnumSet.noneOf(EventKind.class);
        }

        boolean has(Trait trait) {
            return traits.contains(trait);
        }

        /** Null when there is none. */
        static Verb of(String word) {
            for (Verb verb : values()) {
                if (word.equals(verb.word) || word.equals(verb.formerWord)) {
                    return verb;
                }
            }
            return null;
        }

        /** The words of all verbs, for messages. */
        static String words() {
            Verb[] all = values();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < all.length; i++) {
                text.append(i == 0 ? "" : i < all.length - 1 ? ", " : " or ").append(all[i].word);
            }
            return text.toString();
        }
    }

    /** What can be true of a verb. */
    enum Trait {
        /** It has no object. */
        NO_OBJECT,
        /** It does nothing to null. */
        NEEDS_OBJECT,
        /** It is completed when the call returns; without it, all is done before the call. */
        AT_RETURN,
        /** Of a lock: also in shared mode. */
        SHARED,
        /** An interrupt can end it. */
        INTERRUPTIBLY,
        /** Of permits: several at once. */
        TIMES,
        /** Of state: also such that the library protects. */
        CONCURRENT,
        /** It can take effect before the call, see {@link Effect#early}. */
        EARLY,
        /** It can be about every element of a collection. */
        EACH,
        /** It can go through a collection, and becomes events by itself only then. */
        ITERATES
    }

    enum Subject {
        THIS,
        ARGUMENT,
        RESULT,
        /** The thread that makes the call. */
        THREAD,
        NONE
    }

    enum Condition {
        ALWAYS,
        TRUE,
        NONNULL;

        /** Whether a call with this result has had the effect. */
        boolean holds(Object result) {
            return this == ALWAYS || (this == TRUE ? result == Boolean.TRUE : result != null);
        }
    }

    /** Puts an effect together. A detail that its verb does not have is ignored. */
    static final class Builder {
        private final Verb verb;
        private Subject subject = Subject.NONE;
        private String field = "";
        private boolean concurrent;
        private boolean shared;
        private boolean interruptible;
        private int key;
        private Condition condition = Condition.ALWAYS;
        private boolean early;
        private boolean each;
        private boolean iterates;

        Builder(Verb verb) {
            this.verb = verb;
            this.concurrent = verb == Verb.UPDATE;
        }

        Builder on(Subject object, String fieldOfThis) {
            subject = object;
            field = fieldOfThis;
            return this;
        }

        Builder concurrent() {
            concurrent = verb.has(Trait.CONCURRENT);
            return this;
        }

        Builder shared() {
            shared = verb.has(Trait.SHARED);
            return this;
        }

        Builder interruptibly() {
            interruptible = verb.has(Trait.INTERRUPTIBLY);
            return this;
        }

        Builder key(int argument) {
            key = argument;
            return this;
        }

        Builder when(Condition result) {
            condition = result;
            return this;
        }

        Builder early() {
            early = verb.has(Trait.EARLY);
            return this;
        }

        Builder each() {
            each = verb.has(Trait.EACH);
            return this;
        }

        Builder asIterator() {
            iterates = verb.has(Trait.ITERATES);
            return this;
        }

        Effect build() {
            return new Effect(this);
        }
    }
}
