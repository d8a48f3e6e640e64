// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import org.objectweb.asm.tree.analysis.Value;

/** What is known of a value while a method runs that may fill a cache. Values of one kind and one number are equal. */
final class CacheValue implements Value {
    enum Kind {
        /** The receiver. */
        THIS,
        /** Computed from constants and final fields only: the same in every call, in every thread. */
        PURE,
        /** What the cache had when it was read, not compared with anything yet. */
        CACHED,
        /** The content of the cache: what was found there, or what was computed and put there. */
        CONTENT,
        /** A builder or an array that this call made and filled with pure values. */
        FRESH,
        /** Anything else. */
        OTHER
    }

    /** In place of a number: equal to no other value. */
    static final int ANONYMOUS = -1;
    /** The number of the cache's initial value once it was compared. */
    static final int INITIAL = -2;
    /** Numbers from here down are those of values where paths join. */
    static final int FIRST_JOINED = -3;

    static final CacheValue THIS = new CacheValue(Kind.THIS, 0, 1);
    static final CacheValue CACHED = new CacheValue(Kind.CACHED, 0, 1);
    static final CacheValue CONTENT = new CacheValue(Kind.CONTENT, 0, 1);
    static final CacheValue INITIAL_CONTENT = new CacheValue(Kind.PURE, INITIAL, 1);
    static final CacheValue FRESH = new CacheValue(Kind.FRESH, 0, 1);
    static final CacheValue OTHER = new CacheValue(Kind.OTHER, 0, 1);
    static final CacheValue WIDE_OTHER = new CacheValue(Kind.OTHER, 0, 2);

    final Kind kind;
    final int number;
    private final int size;

    private CacheValue(Kind kind, int number, int size) {
        this.kind = kind;
        this.number = number;
        this.size = size;
    }

    static CacheValue pure(int number, int size) {
        return new CacheValue(Kind.PURE, number, size);
    }

    static CacheValue other(int size) {
        return size == 2 ? WIDE_OTHER : OTHER;
    }

    boolean isPure() {
        return kind == Kind.PURE;
    }

    boolean isNumber(int wanted) {
        return kind == Kind.PURE && number == wanted;
    }

    /** Whether both are certainly equal; an anonymous value is equal to none, but stays what it is. */
    boolean isSame(CacheValue that) {
        return kind == that.kind && number == that.number && size == that.size;
    }

    @Override
    public int getSize() {
        return size;
    }
}
