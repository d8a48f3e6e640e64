// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.asv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.AtomicSet;
import dev.foretell.analysis.pattern.DefinitionOracle;
import dev.foretell.analysis.pattern.SmallTraces;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The detector finds exactly the violations of the definition, on random small traces in which nothing is merged. */
class AsvAgainstDefinitionTest {
    /** Two accesses of one unit to two variables; {@code composed} when the unit consists of two regions. */
    private record Unit(int a, int b, boolean composed) {}

    @ParameterizedTest
    @EnumSource
    void findsExactlyThePatternsOfTheDefinition(Regions.Policy policy) {
        Map<String, Integer> seen = new HashMap<>();
        for (int seed = 0; seed < 2500; seed++) {
            Trace trace = new SmallTraces(seed, 2 + seed % 2, 2 + seed % 3).next(20 + seed % 30);
            DefinitionOracle definition = new DefinitionOracle(trace, policy == Regions.Policy.METHODS);
            Set<String> expected = expected(definition, units(definition), torn(definition));
            AsvDetector detector = new AsvDetector(policy, List.of());
            assertThat(DefinitionOracle.found(detector.detect(new TraceModel(trace))))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            expected.forEach(text -> seen.merge(text.substring(0, text.indexOf(']')), 1, Integer::sum));
        }
        assertThat(seen).containsOnlyKeys("[0, 1, 0", "[0, 1, 1, 0", "[0, 1, 0, 1", "[0, 1, 1, 2");
        assertThat(seen.values()).allMatch(count -> count > 20);
    }

    @Test
    void takesRegionsOfOneThreadForAUnitWhenTheSetIsDeclared() {
        int found = 0;
        AtomicSet all = new AtomicSet("all", Set.of("v0", "v1"));
        for (int seed = 0; seed < 800; seed++) {
            Trace trace = new SmallTraces(seed, 2, 2).next(20 + seed % 20);
            DefinitionOracle definition = new DefinitionOracle(trace, false);
            List<Unit> units = units(definition);
            List<Unit> outer = torn(definition);
            for (int t = 0; t < 2; t++) {
                declared(definition, definition.ofThread(t), units, outer);
            }
            Set<String> expected = expected(definition, units, outer);
            AsvDetector detector = new AsvDetector(Regions.Policy.LOCKS, List.of(all));
            assertThat(DefinitionOracle.found(detector.detect(new TraceModel(trace))))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            found += (int)
                    expected.stream().filter(s -> s.startsWith("[0, 1, 2, 3]")).count();
        }
        assertThat(found).isGreaterThan(100);
    }

    /** The last access of each kind to the set, when it was to the other variable and in another region. */
    private static void declared(DefinitionOracle d, List<Integer> own, List<Unit> units, List<Unit> outer) {
        for (int i = 0; i < own.size(); i++) {
            for (int j = i - 1; j >= 0; j--) {
                int a = own.get(j);
                int b = own.get(i);
                if (d.isWrite(a) != d.isWrite(b)) {
                    continue;
                }
                Unit unit = new Unit(a, b, true);
                if (d.trace.target(a) != d.trace.target(b)
                        && !d.sameUnit(a, b)
                        && d.isShared(d.trace.target(a))
                        && d.isShared(d.trace.target(b))) {
                    units.add(unit);
                    if (!outer.contains(unit)) {
                        outer.add(unit);
                    }
                }
                break;
            }
        }
    }

    private static List<Unit> units(DefinitionOracle d) {
        List<Unit> units = new ArrayList<>();
        for (int a : d.accesses) {
            for (int b : d.accesses) {
                if (a < b
                        && d.sameUnit(a, b)
                        && d.isWrite(a) == d.isWrite(b)
                        && d.trace.target(a) != d.trace.target(b)
                        && d.accesses.stream()
                                .noneMatch(e -> a < e
                                        && e < b
                                        && d.sameUnit(a, e)
                                        && d.isWrite(e) == d.isWrite(a)
                                        && (d.trace.target(e) == d.trace.target(a)
                                                || d.trace.target(e) == d.trace.target(b)))) {
                    units.add(new Unit(a, b, false));
                }
            }
        }
        return units;
    }

    /**
     * A read in one region, and one of another variable in the next region with shared variables, under the same lock.
     */
    private static List<Unit> torn(DefinitionOracle d) {
        List<Unit> torn = new ArrayList<>();
        for (int a : d.accesses) {
            for (int b : d.accesses) {
                int m = d.trace.target(a);
                int n = d.trace.target(b);
                if (a >= b
                        || d.trace.thread(a) != d.trace.thread(b)
                        || d.isWrite(a)
                        || d.isWrite(b)
                        || m == n
                        || !d.isShared(m)
                        || !d.isShared(n)
                        || d.region[a] < 0
                        || d.region[b] < 0
                        || d.sameUnit(a, b)
                        || d.waitsBetween(a, b)
                        || !d.sameLock(a, b)) {
                    continue;
                }
                List<Integer> own = d.ofThread(d.trace.thread(a)).stream()
                        .filter(e -> e < b && d.isShared(d.trace.target(e)))
                        .toList();
                boolean next = own.stream()
                        .filter(e -> a < e && d.region[e] >= 0)
                        .allMatch(e -> d.sameUnit(e, a) || d.sameUnit(e, b));
                List<Integer> others = new ArrayList<>();
                others.add(last(d, own, m, true));
                others.add(last(d, own, n, true));
                others.add(last(d, own, n, false));
                if (next
                        && last(d, own, m, false) == a
                        && others.stream().noneMatch(e -> e >= 0 && (d.sameUnit(e, a) || d.sameUnit(e, b)))) {
                    torn.add(new Unit(a, b, true));
                }
            }
        }
        return torn;
    }

    private static int last(DefinitionOracle d, List<Integer> own, int variable, boolean write) {
        return own.stream()
                .filter(e -> d.trace.target(e) == variable && d.isWrite(e) == write)
                .reduce(-1, (e, f) -> f);
    }

    private static Set<String> expected(DefinitionOracle d, List<Unit> units, List<Unit> composed) {
        Set<String> expected = new TreeSet<>();
        List<Unit> outer =
                new ArrayList<>(units.stream().filter(u -> !u.composed).toList());
        outer.addAll(composed);
        for (Unit u : outer) {
            for (Unit v : units) {
                quadruple(d, u, v, expected);
            }
        }
        for (int t = 0; t < d.trace.threads().size(); t++) {
            lostWrites(d, d.ofThread(t), expected);
        }
        return expected;
    }

    private static void quadruple(DefinitionOracle d, Unit u, Unit v, Set<String> expected) {
        int l1 = d.trace.target(u.a);
        int l2 = d.trace.target(u.b);
        Set<Integer> variables = Set.of(l1, l2);
        if (d.trace.thread(u.a) == d.trace.thread(v.a)
                || !variables.equals(Set.of(d.trace.target(v.a), d.trace.target(v.b)))
                || !d.isWrite(u.a) && !d.isWrite(v.a)) {
            return;
        }
        if (d.canBeInOrder(u.a, v.a, v.b, u.b)) {
            int second = v.composed ? 2 : 1;
            expected.add(
                    DefinitionOracle.text("", List.of(0, 1, second, u.composed ? second + 1 : 0), u.a, v.a, v.b, u.b));
        }
        boolean against = d.trace.target(v.a) == l2;
        if (against && !u.composed && !v.composed && d.canBeInOrder(u.a, v.a, u.b, v.b)) {
            expected.add(DefinitionOracle.text("", List.of(0, 1, 0, 1), u.a, v.a, u.b, v.b));
        }
    }

    private static void lostWrites(DefinitionOracle d, List<Integer> own, Set<String> expected) {
        for (int i = 0; i < own.size(); i++) {
            for (int j = i + 1; j < own.size(); j++) {
                int a = own.get(i);
                int b = own.get(j);
                if (d.trace.target(a) != d.trace.target(b)) {
                    continue;
                }
                for (int c : d.accesses) {
                    if (d.trace.target(c) == d.trace.target(a)
                            && d.trace.thread(c) != d.trace.thread(a)
                            && d.sameUnit(a, b)
                            && d.isWrite(a)
                            && d.isWrite(b)
                            && d.isWrite(c)
                            && d.canBeInOrder(a, c, b)) {
                        expected.add(DefinitionOracle.text("", List.of(0, 1, 0), a, c, b));
                    }
                }
                break;
            }
        }
    }
}
