// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import dev.foretell.trace.Site;
import java.util.List;

/**
 * An access to the variable of a section, at which the section begins or ends.
 *
 * @param write false for a read; whether the variable is volatile does not matter
 */
public record AccessPoint(boolean write, Place place) {
    /**
     * The index of its site, or -1 when it is not among them. A place that is known only by its line is the first
     * access of this kind to one of the variables on this line, or the last one.
     *
     * @param sites those of one class
     */
    public int find(List<Site> sites, List<String> variables, boolean last) {
        int found = -1;
        boolean foundByOwner = false;
        for (int i = 0; i < sites.size(); i++) {
            Site site = sites.get(i);
            if (write ? !site.op().isWrite() : !site.op().isRead()) {
                continue;
            }
            if (place.isExact()) {
                if (isExactly(site)) {
                    return i;
                }
                continue;
            }
            boolean here = site.line() == place.line() && site.sourceFile().equals(place.sourceFile());
            if (!here || !isOneOf(site.what(), variables, false)) {
                continue;
            }
            // An instruction may name a subclass of the declaring class, so the field's name alone suffices, but the
            // whole name is better.
            boolean byOwner = isOneOf(site.what(), variables, true);
            if (found < 0 || byOwner && !foundByOwner || last && byOwner == foundByOwner) {
                found = i;
                foundByOwner = byOwner;
            }
        }
        return found;
    }

    private boolean isExactly(Site site) {
        return site.offset() == place.offset()
                && site.className().equals(place.className())
                && site.method().equals(place.method());
    }

    private static boolean isOneOf(String what, List<String> variables, boolean withOwner) {
        for (String variable : variables) {
            String name = withOwner ? variable : variable.substring(variable.lastIndexOf('.') + 1);
            if (what.equals(name) || what.endsWith(name) && what.charAt(what.length() - name.length() - 1) == '.') {
                return true;
            }
        }
        return false;
    }
}
