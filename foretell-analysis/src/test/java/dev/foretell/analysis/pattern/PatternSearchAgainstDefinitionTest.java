// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.model.Regions;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The search finds exactly the matches of random patterns that trying all events finds. */
class PatternSearchAgainstDefinitionTest {
    @Test
    void findsExactlyTheMatchesOfRandomPatterns() {
        Random random = new Random(7);
        Map<Integer, Integer> found = new HashMap<>();
        for (int seed = 0; seed < 900; seed++) {
            Trace trace = new SmallTraces(seed, 2 + seed % 2, 1 + seed % 3).next(18 + seed % 12);
            Pattern pattern = pattern(random, 2 + seed % 3);
            DefinitionOracle definition = new DefinitionOracle(trace, false);
            Set<String> expected = new TreeSet<>();
            extend(definition, pattern, new ArrayList<>(), expected);
            PatternDetector detector = new PatternDetector(List.of(pattern), Regions.Policy.LOCKS);
            assertThat(DefinitionOracle.found(detector.detect(new TraceModel(trace))))
                    .as("seed %d, %s", seed, pattern)
                    .isEqualTo(expected);
            found.merge(pattern.size(), expected.size(), Integer::sum);
        }
        assertThat(found).hasSize(3);
        assertThat(found.values()).allMatch(count -> count > 100);
    }

    private static Pattern pattern(Random random, int size) {
        boolean together = size == 2 && random.nextBoolean();
        List<Integer> threads = new ArrayList<>();
        List<Integer> variables = new ArrayList<>();
        List<Integer> regions = new ArrayList<>();
        List<Boolean> writes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            threads.add(i < 2 ? i : random.nextInt(2 + random.nextInt(2)));
            variables.add(random.nextInt(2));
            regions.add(threads.get(i) * 2 + (random.nextInt(4) == 0 ? 1 : 0));
            writes.add(random.nextBoolean());
        }
        return new Pattern("p", "", numbers(threads), numbers(variables), numbers(regions), writes, together);
    }

    private static List<Integer> numbers(List<Integer> list) {
        List<Integer> known = list.stream().distinct().toList();
        return list.stream().map(known::indexOf).toList();
    }

    private static void extend(DefinitionOracle d, Pattern pattern, List<Integer> events, Set<String> matches) {
        int n = events.size();
        if (n == pattern.size()) {
            int[] array = events.stream().mapToInt(i -> i).toArray();
            Set<Integer> places = new HashSet<>(events);
            if (places.size() == n && (pattern.together() ? d.canBeTogether(array) : d.canBeInOrder(array))) {
                matches.add(DefinitionOracle.text("p", pattern.regions(), array));
            }
            return;
        }
        for (int e : d.accesses) {
            boolean fits = d.isWrite(e) == pattern.writes().get(n) && d.isShared(d.trace.target(e));
            for (int i = 0; i < n && fits; i++) {
                int f = events.get(i);
                fits = pattern.threads().get(i).equals(pattern.threads().get(n))
                                == (d.trace.thread(e) == d.trace.thread(f))
                        && pattern.variables().get(i).equals(pattern.variables().get(n))
                                == (d.trace.target(e) == d.trace.target(f))
                        && pattern.regions().get(i).equals(pattern.regions().get(n)) == d.sameUnit(e, f);
            }
            if (fits) {
                events.add(e);
                extend(d, pattern, events, matches);
                events.remove(n);
            }
        }
    }
}
