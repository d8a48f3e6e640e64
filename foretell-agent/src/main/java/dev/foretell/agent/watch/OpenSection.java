// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.section.AllowedAccesses;
import dev.foretell.trace.watch.WatchEvent;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * An atomic section that a thread is in, of one object (and index): AtomRace's {@code Access(v)}, with its
 * {@code SuspectAccess(v)} as {@link InterleavedAccess}. Does not keep the object alive. Guarded by the lock of its
 * thread's list.
 */
final class OpenSection extends WeakReference<Object> implements Noise.Wait {
    private static final int MOST_INTERLEAVED = 16;

    final int section;
    final int index;
    final int entrySite;
    final WatchEvent.Spot entry;
    /** How often it has been entered and not left; above 1 only for recursive sections. */
    int depth = 1;
    /** Its end access has begun: an access that begins now is not interleaved. */
    boolean closing;

    private final List<InterleavedAccess> interleaved = new ArrayList<>(2);
    private volatile boolean met;

    /** An access of another thread that came between; the spot is null when it is reported already. */
    record InterleavedAccess(int site, boolean write, WatchEvent.Spot spot) {}

    OpenSection(int section, Object target, int index, int entrySite, WatchEvent.Spot entry) {
        super(target);
        this.section = section;
        this.index = index;
        this.entrySite = entrySite;
        this.entry = entry;
    }

    boolean isOf(Object target, int itsIndex) {
        return index == itsIndex && refersTo(target);
    }

    /** Whether another thread has come between. */
    @Override
    public boolean met() {
        return met;
    }

    void add(InterleavedAccess access) {
        met = true;
        for (InterleavedAccess known : interleaved) {
            if (known.site == access.site) {
                return;
            }
        }
        if (interleaved.size() < MOST_INTERLEAVED) {
            interleaved.add(access);
        }
    }

    /** Those that an end point does not allow. */
    List<InterleavedAccess> breaking(AllowedAccesses allowed) {
        List<InterleavedAccess> breaking = new ArrayList<>();
        for (InterleavedAccess access : interleaved) {
            if (!allowed.allows(access.write)) {
                breaking.add(access);
            }
        }
        return breaking;
    }
}
