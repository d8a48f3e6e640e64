// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.Sighting;
import java.util.List;

/**
 * Accesses at special places. A thread first says where it is and then looks for others who are there, so of two that
 * overlap at least one finds the other. It leaves word with that one, who tells of the race when its own access is
 * over: an access that ended by an exception tells of nothing.
 */
final class Claims {
    private final Guard guard;
    private final Noise noise;
    /** Null when there are none. */
    private final Sections sections;
    /** Null when nothing is healed. */
    private final Healer healer;

    Claims(Guard guard, Noise noise, Sections sections, Healer healer) {
        this.guard = guard;
        this.noise = noise;
        this.sections = sections;
        this.healer = healer;
    }

    void before(GuardedThread me, Object target, int index, int site) {
        if (target == null && index != GuardedThread.STATIC) {
            return;
        }
        Places places = guard.places;
        if (healer != null) {
            healer.before(me, target, index, site);
        }
        if (sections != null) {
            sections.before(me, target, index, site);
        }
        if (places.isVolatile(site)) {
            return; // no race
        }
        int variable = places.variable(site);
        boolean write = places.isWrite(site);
        me.claim.open(variable, target, index, site, write);
        boolean met = visitOthers(me, target, index, site, variable, write, !places.mayFail(site));
        if (!met) {
            noise.strike(me, site, me.claim);
        }
    }

    void after(GuardedThread me, Object target, int index, int site) {
        if (me.claim.variable() != 0) { // otherwise volatile, or the place became special during the access
            close(me, target, index, site);
        }
        if (sections != null) {
            sections.after(me, target, index, site);
        }
        if (healer != null) {
            healer.after(me);
        }
    }

    private void close(GuardedThread me, Object target, int index, int site) {
        Claim claim = me.claim;
        if (guard.places.mayFail(site)) {
            visitOthers(me, target, index, site, claim.variable(), true, true);
        }
        List<Inquiry> came = claim.close();
        for (Inquiry visitor : came) {
            Sighting.Spot mine = guard.spotIfWanted(me, site, visitor.site);
            guard.races.seen(visitor.spot, visitor.site, mine, site, target, index);
        }
    }

    /** Returns whether there was anybody. */
    private boolean visitOthers(
            GuardedThread me, Object target, int index, int site, int variable, boolean write, boolean certain) {
        boolean met = false;
        for (GuardedThread them : guard.threads()) {
            if (them != null && them != me && them.claim.variable() == variable) {
                met |= visit(me, them, target, index, site, variable, write, certain);
            }
        }
        return met;
    }

    private boolean visit(
            GuardedThread me,
            GuardedThread them,
            Object target,
            int index,
            int site,
            int variable,
            boolean write,
            boolean certain) {
        if (!them.claim.conflicts(variable, target, index, write)) {
            return false;
        }
        Inquiry inquiry = null;
        if (certain) {
            Sighting.Spot spot = guard.spotIfWanted(me, site, them.claim.site());
            inquiry = new Inquiry(target, index, Inquiry.CLAIMED, Inquiry.CLAIMED, site, spot);
        }
        return them.claim.visit(variable, target, index, write, inquiry);
    }
}
