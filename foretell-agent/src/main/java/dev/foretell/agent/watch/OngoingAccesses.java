// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.trace.watch.WatchEvent;
import java.util.List;

/**
 * Accesses at special sites. A thread first publishes its access and then searches those of others, so of two that
 * overlap at least one finds the other. It posts a query there, and that thread reports the race when its own access is
 * over: an access that ended by an exception reports nothing.
 */
final class OngoingAccesses {
    private final Watcher watcher;
    private final Noise noise;
    /** Null when there are none. */
    private final SectionMonitor sections;
    /** Null when nothing is healed. */
    private final Healer healer;

    OngoingAccesses(Watcher watcher, Noise noise, SectionMonitor sections, Healer healer) {
        this.watcher = watcher;
        this.noise = noise;
        this.sections = sections;
        this.healer = healer;
    }

    void before(WatchedThread me, Object target, int index, int site) {
        if (target == null && index != WatchedThread.STATIC) {
            return;
        }
        SiteActions siteActions = watcher.siteActions;
        if (healer != null) {
            healer.before(me, target, index, site);
        }
        if (sections != null) {
            sections.before(me, target, index, site);
        }
        if (siteActions.isVolatile(site)) {
            return; // no race
        }
        int variable = siteActions.variable(site);
        boolean write = siteActions.isWrite(site);
        me.ongoing.open(variable, target, index, site, write);
        boolean met = queryOthers(me, target, index, site, variable, write, !siteActions.mayFail(site));
        if (!met) {
            noise.inject(me, site, me.ongoing);
        }
    }

    void after(WatchedThread me, Object target, int index, int site) {
        if (me.ongoing.variable() != 0) { // otherwise volatile, or the site became special during the access
            close(me, target, index, site);
        }
        if (sections != null) {
            sections.after(me, target, index, site);
        }
        if (healer != null) {
            healer.after(me);
        }
    }

    private void close(WatchedThread me, Object target, int index, int site) {
        OngoingAccess ongoing = me.ongoing;
        if (watcher.siteActions.mayFail(site)) {
            queryOthers(me, target, index, site, ongoing.variable(), true, true);
        }
        List<ConflictQuery> posted = ongoing.close();
        for (ConflictQuery query : posted) {
            WatchEvent.Spot mine = watcher.spotIfWanted(me, site, query.site);
            watcher.races.seen(query.spot, query.site, mine, site, target, index);
        }
    }

    /** Returns whether another thread's access conflicts. */
    private boolean queryOthers(
            WatchedThread me, Object target, int index, int site, int variable, boolean write, boolean certain) {
        boolean met = false;
        for (WatchedThread them : watcher.threads()) {
            if (them != null && them != me && them.ongoing.variable() == variable) {
                met |= query(me, them, target, index, site, variable, write, certain);
            }
        }
        return met;
    }

    private boolean query(
            WatchedThread me,
            WatchedThread them,
            Object target,
            int index,
            int site,
            int variable,
            boolean write,
            boolean certain) {
        if (!them.ongoing.conflicts(variable, target, index, write)) {
            return false;
        }
        ConflictQuery query = null;
        if (certain) {
            WatchEvent.Spot spot = watcher.spotIfWanted(me, site, them.ongoing.site());
            query = new ConflictQuery(target, index, ConflictQuery.NO_WORD, ConflictQuery.NO_WORD, site, spot);
        }
        return them.ongoing.addQuery(variable, target, index, write, query);
    }
}
