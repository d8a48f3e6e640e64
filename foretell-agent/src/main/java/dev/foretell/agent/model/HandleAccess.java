// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.List;

/**
 * What a call by way of a handle accesses.
 *
 * @param name of the field, {@code com.acme.Account.balance}, or the kind of array, {@code int[]}; empty when it is no
 *     such call
 * @param either what it can be when that is decided by the call itself; empty for all other kinds
 * @param place of the call, for reports, when it is decided by the call itself; else empty
 */
public record HandleAccess(Kind kind, String name, List<HandleAccess> either, String place) {
    /** The call does not go by way of a handle. */
    public static final HandleAccess CONTENT = new HandleAccess(Kind.CONTENT, "");

    /** Which object and index a call on a handle means. */
    public enum Kind {
        CONTENT,
        /** A field of the first argument. */
        FIELD,
        /** A static field. */
        STATIC,
        /** The first argument is an array, the second an index. */
        ELEMENT,
        /** The second argument is an offset in the first: that of a field, or of an element of an array. */
        OFFSET
    }

    public HandleAccess(Kind kind, String name) {
        this(kind, name, List.of(), "");
    }

    /** One of these, decided by the object and the offset when the call is made. */
    public static HandleAccess atOffset(List<HandleAccess> either, String place) {
        return new HandleAccess(Kind.OFFSET, "", List.copyOf(either), place);
    }

    /** All that it can be. */
    public List<HandleAccess> alternatives() {
        return kind == Kind.OFFSET ? either : List.of(this);
    }

    /** The argument that is the index or the offset, from 1; 0 when there is none. */
    int index() {
        return kind == Kind.ELEMENT || kind == Kind.OFFSET ? 2 : 0;
    }
}
