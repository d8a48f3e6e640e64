// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

/** Which accesses of other threads do not break a section: AtomRace's set A of an end point. */
public enum AllowedAccesses {
    NONE,
    READ,
    WRITE,
    BOTH;

    /**
     * The access of another thread that is serialisable between two accesses of one thread to one variable: the
     * complement of the four unserialisable interleavings (AtomRace, Table 1; AVIO). Between two writes, a remote write
     * is overwritten, but a remote read sees an intermediate value; in all other cases it is the other way round.
     */
    public static AllowedAccesses between(boolean firstWrites, boolean secondWrites) {
        return firstWrites && secondWrites ? WRITE : READ;
    }

    public boolean allows(boolean write) {
        return this == BOTH || this == (write ? WRITE : READ);
    }

    /** This and one kind of access more. */
    public AllowedAccesses with(boolean write) {
        if (allows(write)) {
            return this;
        }
        return this != NONE ? BOTH : write ? WRITE : READ;
    }
}
