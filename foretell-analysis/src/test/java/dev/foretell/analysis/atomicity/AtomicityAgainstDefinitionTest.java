// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.atomicity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.pattern.DefinitionOracle;
import dev.foretell.analysis.pattern.SmallTraces;
import dev.foretell.trace.Trace;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The detector finds exactly the violations of the definition, on random small traces in which nothing is merged. */
class AtomicityAgainstDefinitionTest {
    private static final Set<String> UNSERIALISABLE = Set.of("rwr", "wwr", "wrw", "rww");

    @ParameterizedTest
    @EnumSource
    void findsExactlyTheTriplesOfTheDefinition(Regions.Policy policy) {
        int inRegion = 0;
        int composed = 0;
        for (int seed = 0; seed < 1500; seed++) {
            Trace trace = new SmallTraces(seed, 2 + seed % 3, 1 + seed % 3).next(20 + seed % 30);
            DefinitionOracle definition = new DefinitionOracle(trace, policy == Regions.Policy.METHODS);
            Set<String> expected = triples(definition);
            assertThat(DefinitionOracle.found(new AtomicityDetector(policy).detect(new TraceModel(trace))))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            composed += (int)
                    expected.stream().filter(s -> s.startsWith("[0, 1, 2]")).count();
            inRegion += (int)
                    expected.stream().filter(s -> s.startsWith("[0, 1, 0]")).count();
        }
        assertThat(inRegion).isGreaterThan(1000);
        assertThat(composed).isGreaterThan(100);
    }

    private static Set<String> triples(DefinitionOracle d) {
        Set<String> triples = new TreeSet<>();
        for (int t = 0; t < d.trace.threads().size(); t++) {
            List<Integer> own = d.ofThread(t);
            for (int i = 0; i < own.size(); i++) {
                for (int j = i + 1; j < own.size(); j++) {
                    if (d.trace.target(own.get(i)) == d.trace.target(own.get(j))) {
                        remotes(d, own.get(i), own.get(j), own, triples);
                        break;
                    }
                }
                overReads(d, own, i, triples);
            }
        }
        return triples;
    }

    /** A write, then only reads of the same thread, then a write in the same unit: a remote read between the two. */
    private static void overReads(DefinitionOracle d, List<Integer> own, int i, Set<String> triples) {
        int e1 = own.get(i);
        for (int j = i + 1; d.isWrite(e1) && j < own.size(); j++) {
            int e3 = own.get(j);
            if (d.trace.target(e3) == d.trace.target(e1) && d.isWrite(e3)) {
                if (d.sameUnit(e1, e3)) {
                    remotes(d, e1, e3, own, triples);
                }
                return;
            }
        }
    }

    private static void remotes(DefinitionOracle d, int e1, int e3, List<Integer> own, Set<String> triples) {
        boolean unit = d.sameUnit(e1, e3);
        if (!unit && !isCheckThenAct(d, e1, e3, own)) {
            return;
        }
        for (int e2 : d.accesses) {
            if (d.trace.thread(e2) != d.trace.thread(e1)
                    && d.trace.target(e2) == d.trace.target(e1)
                    && UNSERIALISABLE.contains(letter(d, e1) + letter(d, e2) + letter(d, e3))
                    && d.canBeInOrder(e1, e2, e3)) {
                triples.add(DefinitionOracle.text("", unit ? List.of(0, 1, 0) : List.of(0, 1, 2), e1, e2, e3));
            }
        }
    }

    private static boolean isCheckThenAct(DefinitionOracle d, int e1, int e3, List<Integer> own) {
        int x = d.trace.target(e1);
        boolean wrote =
                own.stream().anyMatch(e -> d.sameUnit(e, e1) && d.trace.target(e) == x && d.isWrite(e) && e <= e1);
        if (wrote || d.waitsBetween(e1, e3)) {
            return false;
        }
        if (d.region[e1] < 0 || d.region[e3] < 0) {
            return d.region[e1] == d.region[e3]
                    && d.isWrite(e3)
                    && d.trace.kind(e3).isVolatile();
        }
        // every access has a site of its own here, so that reading again is always at another site
        return d.sameLock(e1, e3);
    }

    private static String letter(DefinitionOracle d, int e) {
        return d.isWrite(e) ? "w" : "r";
    }
}
