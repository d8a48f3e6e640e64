// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.List;
import java.util.Objects;

/**
 * One entry and several end points over a variable. When a thread has passed the entry, and until it passes an end
 * point with the same object (and field, or index), other threads should not access the variable, except as the end
 * point allows. It also ends, without a check, at an exit.
 *
 * <p>An end point may be the access at the entry itself: then the section ends when that access is passed again
 * ({@link #isCircular}). An end point may be the entry of another section: the first one ends and the other begins with
 * the same access. When the thread passes the entry again before the section has ended, it begins anew, unless the
 * section is recursive.
 *
 * @param variables {@code com.acme.Account.balance} for a field, with the class that declares it, or {@code int[]} for
 *     an element; usually one. Several must be fields of one object, or static ones; the entry accesses one of them.
 * @param recursive the section can be entered again by a call from inside: then it ends when it has been left as often
 *     as it was entered
 * @param lockable whether it may be healed by a lock
 */
public record AtomicSection(
        List<String> variables,
        Origin origin,
        AccessPoint entry,
        List<SectionEnd> ends,
        List<SectionExit> exits,
        boolean recursive,
        Assurance lockable) {
    public AtomicSection {
        variables = List.copyOf(variables);
        ends = List.copyOf(ends);
        exits = List.copyOf(exits);
        Objects.requireNonNull(origin);
        Objects.requireNonNull(entry);
        Objects.requireNonNull(lockable);
        if (variables.isEmpty()) {
            throw new IllegalArgumentException("a section without a variable");
        }
    }

    /** Whether this end point is the entry, to be passed once more before the section is over. */
    public boolean isCircular(SectionEnd end) {
        return end.access().write() == entry.write() && end.access().place().isSame(entry.place());
    }

    /** Whether it allows every access of other threads, so that it need not be watched. */
    public boolean allowsAll() {
        for (SectionEnd end : ends) {
            if (end.allowed() != AllowedAccesses.BOTH) {
                return false;
            }
        }
        return true;
    }

    public AtomicSection withEnds(List<SectionEnd> changed) {
        return new AtomicSection(variables, origin, entry, changed, exits, recursive, lockable);
    }

    public AtomicSection withLockable(Assurance changed) {
        return new AtomicSection(variables, origin, entry, ends, exits, recursive, changed);
    }
}
