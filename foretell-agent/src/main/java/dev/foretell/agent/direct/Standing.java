package dev.foretell.agent.direct;

/**
 * What a held thread is about to do. Written by the thread before it arrives, read under the baton's lock while it
 * stands.
 */
final class Standing {
    int site;
    /** A plain access, the only kind that can be part of a race. */
    boolean access;
    /** An access to a volatile; whether it reads or writes is known from its site. */
    private boolean isVolatile;

    boolean write;
    /** Null for a static field, which the site tells. */
    Object target;
    /** -1 unless an array element. */
    int index;

    void beforeAccess(Object target, int index, int site, boolean write) {
        this.target = target;
        this.index = index;
        this.site = site;
        this.write = write;
        this.access = true;
        this.isVolatile = false;
    }

    void beforeVolatile(Object target, int site) {
        this.target = target;
        this.index = -1;
        this.site = site;
        this.access = false;
        this.isVolatile = true;
    }

    void elsewhere(int site) {
        this.site = site;
        this.access = false;
        this.isVolatile = false;
    }

    /** Before an access of any kind. */
    boolean isData() {
        return access || isVolatile;
    }

    void clear() {
        target = null;
        access = false;
        isVolatile = false;
    }
}
