package dev.foretell.agent.library;

/**
 * What a call by way of a handle accesses.
 *
 * @param name of the field, {@code com.acme.Account.balance}, or the kind of array, {@code int[]}; empty when it is no such call
 */
public record Accessed(Kind kind, String name) {
    /** The call does not go by way of a handle. */
    public static final Accessed CONTENT = new Accessed(Kind.CONTENT, "");

    /** Which object and index a call on a handle means. */
    public enum Kind {
        CONTENT,
        /** A field of the first argument. */
        FIELD,
        /** A static field. */
        STATIC,
        /** The first argument is an array, the second an index. */
        ELEMENT
    }

    /** The argument that says which element, from 1; 0 when there is none. */
    int index() {
        return kind == Kind.ELEMENT ? 2 : 0;
    }
}
