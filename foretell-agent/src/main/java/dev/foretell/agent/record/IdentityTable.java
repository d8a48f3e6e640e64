// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;

/**
 * Exact identities for arrays and for objects without the injected field. Found by identity hash, decided by identity
 * itself, so objects with equal hashes never share a number; held weakly, so nothing is kept alive.
 */
final class IdentityTable {
    /** An object's number. Immutable but for the chain, which the stripe's lock protects. */
    static final class Entry extends WeakReference<Object> {
        /** Matches no object. */
        static final Entry NONE = new Entry(null, null, 0, 0);

        final long id;
        /** Length of an array, 0 of other objects. */
        final int length;

        private final int hash;
        private Entry next;
        /** For the table's user; lives as long as the object does. */
        Object note;

        private Entry(Object object, ReferenceQueue<Object> queue, int hash, long id) {
            super(object, queue);
            this.hash = hash;
            this.id = id;
            this.length = object != null && object.getClass().isArray() ? Array.getLength(object) : 0;
        }
    }

    private static final int STRIPES = 64;

    private static final class Stripe {
        final ReferenceQueue<Object> cleared = new ReferenceQueue<>();
        Entry[] buckets = new Entry[16];
        int size;
    }

    private final Stripe[] stripes = new Stripe[STRIPES];

    /** No stripe takes more. */
    private final int mostOfStripe;

    IdentityTable() {
        this(Integer.MAX_VALUE);
    }

    /** With a limit of about this many objects alive at the same time. */
    IdentityTable(int most) {
        mostOfStripe = Math.max(1, most / STRIPES);
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /**
     * The entry of an object; when it has none yet, a new one with the given number; {@link Entry#NONE} when there are
     * too many.
     */
    Entry entry(Object object, int hash, long newId) {
        Stripe stripe = stripes[hash & STRIPES - 1];
        synchronized (stripe) {
            for (Entry e = stripe.buckets[bucket(hash, stripe.buckets)]; e != null; e = e.next) {
                if (e.hash == hash && e.refersTo(object)) {
                    return e;
                }
            }
            expunge(stripe);
            if (stripe.size >= mostOfStripe) {
                return Entry.NONE;
            }
            Entry entry = new Entry(object, stripe.cleared, hash, newId);
            if (stripe.size >= stripe.buckets.length) {
                grow(stripe);
            }
            int bucket = bucket(hash, stripe.buckets);
            entry.next = stripe.buckets[bucket];
            stripe.buckets[bucket] = entry;
            stripe.size++;
            return entry;
        }
    }

    /** How many objects have an entry that was not removed yet. */
    int size() {
        int size = 0;
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                expunge(stripe);
                size += stripe.size;
            }
        }
        return size;
    }

    private static int bucket(int hash, Entry[] buckets) {
        return hash / STRIPES & buckets.length - 1;
    }

    private static void expunge(Stripe stripe) {
        for (Reference<?> gone = stripe.cleared.poll(); gone != null; gone = stripe.cleared.poll()) {
            int bucket = bucket(((Entry) gone).hash, stripe.buckets);
            Entry before = null;
            for (Entry e = stripe.buckets[bucket]; e != null; before = e, e = e.next) {
                if (e == gone) {
                    if (before == null) {
                        stripe.buckets[bucket] = e.next;
                    } else {
                        before.next = e.next;
                    }
                    stripe.size--;
                    break;
                }
            }
        }
    }

    private static void grow(Stripe stripe) {
        Entry[] larger = new Entry[stripe.buckets.length * 2];
        for (Entry chain : stripe.buckets) {
            Entry e = chain;
            while (e != null) {
                Entry next = e.next;
                int bucket = bucket(e.hash, larger);
                e.next = larger[bucket];
                larger[bucket] = e;
                e = next;
            }
        }
        stripe.buckets = larger;
    }
}
