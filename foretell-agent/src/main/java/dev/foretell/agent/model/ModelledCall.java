// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One call instruction that models describe: which events it can become, and the site of each. */
public final class ModelledCall {
    /** A wait for a condition needs its three sites in this order, next to each other. */
    private static final EventKind[] ORDER = {
        EventKind.RELEASE,
        EventKind.OBSERVE,
        EventKind.ACQUIRE,
        EventKind.PUBLISH,
        EventKind.READ,
        EventKind.WRITE,
        EventKind.VOLATILE_READ,
        EventKind.VOLATILE_WRITE,
        EventKind.ACQUIRE_SHARED,
        EventKind.RELEASE_SHARED,
        EventKind.PERMIT_ACQUIRE,
        EventKind.PERMIT_RELEASE,
        // Behind the events of a try that succeeds: readers of the trace expect it there.
        EventKind.TRY_ACQUIRE_FAILED,
        EventKind.TRY_PERMIT_FAILED,
    };

    /**
     * What can come of a call, as far as the instruction shows.
     *
     * @param owner the type that the instruction names, with dots
     * @param line what a static method does, or one of a field handle; null for others, where the object decides
     * @param accessed what it accesses, when it goes by way of a field handle
     * @param ofSuper whether it is the method of the owner that is called, even if the class of the object has its own
     */
    public record Shape(
            Signature signature,
            String owner,
            ModelLine line,
            Operands operands,
            Outcome outcome,
            HandleAccess accessed,
            boolean ofSuper) {
        /** The same call, of a handle of this field or array. */
        public Shape by(HandleAccess handle) {
            Operands indexed = new Operands(argument(), Math.max(key(), handle.index()));
            return new Shape(signature, owner, line, indexed, outcome, handle, ofSuper);
        }

        /** The same call, made as {@code super.add(x)}. */
        public Shape asOfSuper() {
            return new Shape(signature, owner, line, operands, outcome, accessed, true);
        }

        public int argument() {
            return operands.argument;
        }

        public int key() {
            return operands.key;
        }

        public Set<EventKind> kinds() {
            return outcome.kinds;
        }

        /** Whether the call needs a probe behind it. */
        public boolean after() {
            return outcome.after;
        }

        /** Whether the result is the number of permits. */
        public boolean countsResult() {
            return key() == Effect.RESULT;
        }

        /** The kinds of its sites, in the order in which they have to be numbered; at least one. */
        public List<EventKind> sites() {
            List<EventKind> sites = new ArrayList<>();
            for (EventKind kind : ORDER) {
                if (kinds().contains(kind)) {
                    sites.add(kind);
                }
            }
            if (sites.isEmpty()) {
                sites.add(EventKind.OBSERVE); // only to have a number
            }
            return sites;
        }

        /**
         * {@link Site#what} of such an event: the method for an access to the content of an object, with brackets
         * behind when there can be several entries; empty for locks and hand-overs, except for an interrupt. Whether
         * the object that is interrupted is a thread, and which, is known when the call is made.
         */
        public String what(EventKind kind) {
            if (kind == EventKind.PUBLISH && signature.name.equals(Site.INTERRUPT)) {
                return Site.INTERRUPT;
            }
            if (!kind.isAccess()) {
                return "";
            }
            if (!accessed.name().isEmpty()) {
                return accessed.name();
            }
            String method = owner + "." + signature.name + "()";
            return kind.isVolatile() ? method + "[]" : method;
        }
    }

    /**
     * The arguments that effects are about.
     *
     * @param argument number of the one that is an object of interest, from 1, or 0
     * @param key number of the one that is a key, an index or a number of permits, from 1, or 0; 10 for the result
     */
    record Operands(int argument, int key) {}

    /**
     * What is recorded of a call.
     *
     * @param kinds the events that it can become
     * @param after whether the call's end has to be seen
     */
    record Outcome(Set<EventKind> kinds, boolean after) {}

    final Signature signature;
    /** The type that the instruction names. */
    final String owner;
    /** What a static method does; null for others. */
    final MethodEffects fixed;

    /** Whether a field, an element, or the content of an object is accessed. */
    final HandleAccess.Kind accessed;

    /** The class whose method is called, whatever the object's class is; null when the object's class decides. */
    final String superclass;

    /** Its sites when it tries to acquire a lock, or permits. */
    final EffectListener.Tries lockSites;

    final EffectListener.Tries permitSites;

    /** Decides what is accessed when the call is made; null when the instruction shows it. */
    final OffsetAccess atOffset;

    private final int first;
    /** By kind: place of its site behind the first, plus 1. */
    private final byte[] places = new byte[EventKind.count()];
    /** Those that it has a site for, as {@link #bit bits}. */
    private final long kinds;
    /** The class of the last receiver and the effects there. Only classes that are never unloaded. */
    private Seen seen = Seen.NOTHING;

    record Seen(Class<?> type, MethodEffects meaning) {
        static final Seen NOTHING = new Seen(null, MethodEffects.NONE);
    }

    ModelledCall(Shape shape, int first) {
        this.signature = shape.signature();
        this.owner = shape.owner();
        this.fixed =
                shape.line() == null ? null : new MethodEffects(shape.line().effects(), null);
        this.accessed = shape.accessed().kind();
        this.superclass = shape.ofSuper() ? shape.owner() : null;
        this.first = first;
        this.atOffset = shape.accessed().kind() == HandleAccess.Kind.OFFSET ? new OffsetAccess(shape, first) : null;
        List<EventKind> sites = shape.sites();
        long all = 0;
        for (int i = 0; i < sites.size(); i++) {
            places[sites.get(i).ordinal()] = (byte) (i + 1);
            all |= bit(sites.get(i));
        }
        this.kinds = all;
        this.lockSites = new EffectListener.Tries(
                site(EventKind.ACQUIRE), site(EventKind.ACQUIRE_SHARED), site(EventKind.TRY_ACQUIRE_FAILED));
        this.permitSites =
                new EffectListener.Tries(site(EventKind.PERMIT_ACQUIRE), 0, site(EventKind.TRY_PERMIT_FAILED));
    }

    /** The site of an event of this kind, 0 when the call cannot become one. */
    int site(EventKind kind) {
        int place = places[kind.ordinal()];
        return place == 0 ? 0 : first + place - 1;
    }

    /**
     * Whether there is a site for each event that an effect needs. There is, unless the object is of a class that could
     * not be foreseen at the call instruction; then the effect is not recorded, which is better than half of it.
     */
    boolean covers(Effect effect) {
        return (effect.needed() & ~kinds) == 0;
    }

    /** A kind of event in a set of kinds. */
    static long bit(EventKind kind) {
        return 1L << kind.ordinal();
    }

    /** Any site of the call. */
    int anySite() {
        return first;
    }

    Seen seen() {
        return seen;
    }

    void seen(Seen now) {
        seen = now;
    }
}
