// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding.Idiom;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.ClassInfo.FieldInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.FieldOwners;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.io.RecordedTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the variable of a finding is a cache that needs no synchronisation. The agent marks such a field when it
 * instruments the class that declares it; here the accesses of all other classes are checked.
 */
final class BenignIdioms {
    private final Trace trace;
    private final FieldOwners owners = new FieldOwners();
    /** By field: the places that access it. */
    private final Map<String, Set<Site>> places = new HashMap<>();

    BenignIdioms(RecordedTrace recorded) {
        this.trace = recorded.trace();
        boolean any = false;
        for (ClassInfo info : recorded.classes().values()) {
            owners.add(info);
            any |= info.fields().stream().anyMatch(field -> flag(field.access()) != 0);
        }
        for (int i = 0; any && i < trace.siteCount(); i++) {
            Site site = trace.site(i);
            if (site.op().isAccess() && flag(owners.access(site.what())) != 0) {
                places.computeIfAbsent(owners.resolve(site.what()), field -> new HashSet<>())
                        .add(site);
            }
        }
    }

    private static int flag(int access) {
        return access < 0 ? 0 : access & (FieldInfo.SINGLE_CHECK | FieldInfo.CLASS_LITERAL);
    }

    /** The benign idiom of these events of a candidate; null when there is none. */
    Idiom of(AnomalyKind kind, List<Integer> events) {
        if (!kind.isExcusedByIdioms()) {
            return null;
        }
        Idiom found = null;
        for (int event : events) {
            Idiom idiom = of(event);
            if (idiom == null || found != null && found != idiom) {
                return null;
            }
            found = idiom;
        }
        return found;
    }

    private Idiom of(int event) {
        EventKind kind = trace.kind(event);
        if (kind != EventKind.READ && kind != EventKind.WRITE) {
            return null;
        }
        String what = trace.site(trace.siteOf(event)).what();
        int flag = flag(owners.access(what));
        if (flag == FieldInfo.CLASS_LITERAL) {
            return Idiom.CLASS_LITERAL;
        }
        return flag == FieldInfo.SINGLE_CHECK && isOnlyInOwnMethod(owners.resolve(what)) ? Idiom.SINGLE_CHECK : null;
    }

    /** One place reads it, one writes it, apart from constructors, and all are in the class that declares it. */
    private boolean isOnlyInOwnMethod(String field) {
        String owner = field.substring(0, field.lastIndexOf('.'));
        int reads = 0;
        int writes = 0;
        for (Site site : places.getOrDefault(field, Set.of())) {
            boolean constructs = site.method().startsWith("<");
            reads += site.op() == EventKind.READ && !constructs ? 1 : 0;
            writes += site.op() == EventKind.WRITE && !constructs ? 1 : 0;
            if (!site.className().equals(owner) || site.op().isVolatile()) {
                return false;
            }
        }
        return reads == 1 && writes == 1;
    }
}
