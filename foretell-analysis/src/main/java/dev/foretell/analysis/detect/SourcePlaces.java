// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers for what reports show as one place: same class, method, line and kind of event. Several instructions, and so
 * several sites, may share it.
 */
public final class SourcePlaces {
    private final int[] places;

    public SourcePlaces(Trace trace) {
        Map<Site, Integer> numbers = new HashMap<>();
        places = new int[trace.siteCount()];
        for (int i = 0; i < places.length; i++) {
            Site site = trace.site(i);
            int offset = site.line() >= 0 ? -1 : site.offset();
            Site place =
                    new Site(site.className(), site.method(), site.sourceFile(), site.line(), offset, site.op(), "");
            places[i] = numbers.computeIfAbsent(place, k -> numbers.size());
        }
    }

    public int of(int site) {
        return places[site];
    }
}
