// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.section.AccessPoint;
import dev.foretell.trace.section.AllowedAccesses;
import dev.foretell.trace.section.Assurance;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.Place;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.section.SectionLog;
import dev.foretell.trace.section.SectionLog.Branch;
import dev.foretell.trace.section.SectionLog.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SectionRefinementTest {
    private static final Set<Branch> ALL = Set.of(new Branch(0, 0), new Branch(0, 1), new Branch(1, 0));

    private static AtomicSection section(Origin origin, int line, AllowedAccesses... ends) {
        List<SectionEnd> made = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            made.add(new SectionEnd(new AccessPoint(true, at(line + 1 + i)), ends[i]));
        }
        AccessPoint entry = new AccessPoint(false, at(line));
        return new AtomicSection(List.of("A.x"), origin, entry, made, List.of(), false, Assurance.YES);
    }

    private static Place at(int line) {
        return new Place("", "", "A.java", line, -1);
    }

    private static AtomicSections sections(AtomicSection... list) {
        return new AtomicSections(Map.of("A", "1"), List.of(list));
    }

    /** One with two branches, one with one. */
    private static AtomicSections two() {
        return sections(
                section(Origin.TEST_USE, 10, AllowedAccesses.READ, AllowedAccesses.READ),
                section(Origin.LOAD_STORE, 20, AllowedAccesses.READ));
    }

    private static SectionRefinement.Run good(Set<Branch> seen, Violation... violations) {
        return new SectionRefinement.Run(new SectionLog(seen, List.of(violations)), true);
    }

    private static SectionRefinement.Run bad(Set<Branch> seen, Violation... violations) {
        return new SectionRefinement.Run(new SectionLog(seen, List.of(violations)), false);
    }

    private static Violation violation(int section, int end, boolean write) {
        return new Violation(new Branch(section, end), write, "B.java:1");
    }

    /** The last run is repeated. */
    private static SectionRefinement.Result refine(
            AtomicSections sections, int quiet, int most, SectionRefinement.Run... script) throws Exception {
        return new SectionRefinement(
                        (given, number) -> script[Math.min(number, script.length) - 1], sections, quiet, most)
                .run();
    }

    @Test
    void whatBreaksInAGoodRunIsAllowed() throws Exception {
        SectionRefinement.Result result = refine(two(), 3, 50, good(ALL, violation(0, 1, true)), good(ALL));
        assertThat(result.sections())
                .isEqualTo(sections(
                        section(Origin.TEST_USE, 10, AllowedAccesses.READ, AllowedAccesses.BOTH),
                        section(Origin.LOAD_STORE, 20, AllowedAccesses.READ)));
        assertThat(result.runs())
                .as("one that changes something, three that do not")
                .isEqualTo(4);
        assertThat(result.widened()).isEqualTo(1);
        assertThat(result.settled()).isTrue();
    }

    @Test
    void whatBreaksInABadRunIsABug() throws Exception {
        SectionRefinement.Result result = refine(two(), 2, 50, bad(ALL, violation(1, 0, true)), good(ALL));
        assertThat(result.sections()).isEqualTo(two());
        assertThat(result.runs()).isEqualTo(3);
        assertThat(result.good()).isEqualTo(2);
    }

    @Test
    void aChangeBeginsTheCountAnew() throws Exception {
        SectionRefinement.Result result = refine(
                two(),
                2,
                50,
                good(ALL),
                good(ALL, violation(1, 0, true)),
                good(ALL),
                good(ALL, violation(0, 0, true)),
                good(ALL));
        assertThat(result.runs()).isEqualTo(6);
        assertThat(result.sections())
                .as("a section that allows everything is gone")
                .isEqualTo(sections(section(Origin.TEST_USE, 10, AllowedAccesses.BOTH, AllowedAccesses.READ)));
    }

    @Test
    void whatIsAllowedAlreadyIsNoChange() throws Exception {
        SectionRefinement.Result result = refine(two(), 2, 50, good(ALL, violation(0, 0, false)));
        assertThat(result.runs()).isEqualTo(2);
        assertThat(result.widened()).isZero();
    }

    @Test
    void sectionsThatNoRunReachedAreDroppedUnlessTheUserWroteThem() throws Exception {
        AtomicSections given = sections(
                section(Origin.TEST_USE, 10, AllowedAccesses.READ, AllowedAccesses.READ),
                section(Origin.LOAD_STORE, 20, AllowedAccesses.READ),
                section(Origin.USER, 30, AllowedAccesses.NONE));
        SectionRefinement.Result result = refine(given, 2, 50, bad(Set.of(new Branch(0, 1))), good(Set.of()));
        assertThat(result.sections())
                .isEqualTo(sections(
                        section(Origin.TEST_USE, 10, AllowedAccesses.BOTH, AllowedAccesses.READ),
                        section(Origin.USER, 30, AllowedAccesses.NONE)));
        assertThat(result.unseen()).isEqualTo(2);
    }

    @Test
    void withoutEnoughGoodRunsNothingIsForgotten() throws Exception {
        SectionRefinement.Result result = refine(two(), 3, 7, bad(Set.of()));
        assertThat(result.settled()).isFalse();
        assertThat(result.runs()).isEqualTo(7);
        assertThat(result.sections()).isEqualTo(two());
    }

    @Test
    void refinementEndsWhenThereIsNoFurtherRun() throws Exception {
        SectionRefinement.Result result = refine(two(), 3, 7, good(ALL, violation(0, 0, true)), null);
        assertThat(result.settled()).isFalse();
        assertThat(result.runs()).isEqualTo(1);
        assertThat(result.widened()).isEqualTo(1);
    }

    /** A section that is truly atomic is only ever broken in bad runs; all others are broken sooner or later. */
    @Test
    void whatIsLeftIsWhatIsTrulyAtomic() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            AtomicSection[] all = new AtomicSection[6];
            boolean[] atomic = new boolean[all.length];
            boolean[] reachable = new boolean[all.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = section(Origin.ACCESS_INTERLEAVING, i * 10, AllowedAccesses.READ);
                atomic[i] = random.nextBoolean();
                reachable[i] = random.nextInt(4) > 0;
            }
            SectionRefinement.Result result = new SectionRefinement(
                            (given, number) -> {
                                Set<Branch> seen = new HashSet<>();
                                List<Violation> violations = new ArrayList<>();
                                boolean good = true;
                                for (int i = 0; i < all.length; i++) {
                                    if (reachable[i] && random.nextInt(3) > 0) {
                                        seen.add(new Branch(i, 0));
                                        boolean broken = random.nextInt(3) == 0;
                                        if (broken && !given.list().get(i).allowsAll()) {
                                            violations.add(violation(i, 0, true));
                                        }
                                        good &= !(broken && atomic[i]);
                                    }
                                }
                                return new SectionRefinement.Run(new SectionLog(seen, violations), good);
                            },
                            sections(all),
                            40,
                            100_000)
                    .run();
            List<AtomicSection> expected = new ArrayList<>(Arrays.asList(all));
            for (int i = all.length - 1; i >= 0; i--) {
                if (!atomic[i] || !reachable[i]) {
                    expected.remove(i);
                }
            }
            assertThat(result.sections().list()).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
