// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.trace.section.AllowedAccesses;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.section.SectionLog;
import dev.foretell.trace.section.SectionLog.Branch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Removes the sections that are not meant to be atomic (AtomRace, section 4.3). An access that violates a section in a
 * good run is allowed from then on; the refinement ends when enough good runs in a row have changed nothing. Branches
 * that no run reached are then removed too, by allowing everything. An end point as such stays, since a section has to
 * end where it ends; sections that allow everything at all their ends go.
 */
public final class SectionRefinement {
    /** Runs the program. */
    public interface Runs {
        /** With these sections watched; {@code number} counts from 1. Null when there is to be no further run. */
        Run run(AtomicSections sections, int number) throws IOException, InterruptedException;
    }

    /**
     * What one run showed.
     *
     * @param log of the sections, by their place in what the run was given
     * @param good whether the run did what it should
     */
    public record Run(SectionLog log, boolean good) {}

    /**
     * The result of a refinement.
     *
     * @param runs how many there were
     * @param good how many of them were good
     * @param widened how many branches are allowed more than before
     * @param unseen how many branches no run came to
     * @param settled whether enough good runs in a row changed nothing; otherwise the limit of runs was reached
     */
    public record Result(AtomicSections sections, int runs, int good, int widened, int unseen, boolean settled) {}

    private final Runs runs;
    private final int quiet;
    private final int most;
    private final Map<String, String> classes;
    private final List<AtomicSection> sections;
    private final Set<Branch> seen = new HashSet<>();
    private final Set<Branch> widened = new HashSet<>();

    /**
     * @param quiet how many good runs in a row that change nothing end the refinement; runs that are not good do not
     *     count
     * @param most the most runs
     */
    public SectionRefinement(Runs runs, AtomicSections sections, int quiet, int most) {
        this.runs = runs;
        this.classes = sections.classes();
        this.sections = new ArrayList<>(sections.list());
        this.quiet = quiet;
        this.most = most;
    }

    public Result run() throws IOException, InterruptedException {
        int count = 0;
        int good = 0;
        int unchanged = 0;
        while (unchanged < quiet && count < most) {
            Run run = runs.run(new AtomicSections(classes, sections), count + 1);
            if (run == null) {
                break;
            }
            count++;
            run.log().seen().stream().filter(this::exists).forEach(seen::add);
            if (run.good()) {
                good++;
                unchanged = widen(run.log()) ? 0 : unchanged + 1;
            }
        }
        boolean settled = unchanged >= quiet;
        int unseen = settled ? forgetUnseen() : 0;
        List<AtomicSection> left = new ArrayList<>(sections);
        left.removeIf(AtomicSection::allowsAll);
        AtomicSections result = new AtomicSections(classes, left);
        return new Result(result, count, good, widened.size(), unseen, settled);
    }

    private boolean exists(Branch branch) {
        return branch.section() >= 0
                && branch.section() < sections.size()
                && branch.end() >= 0
                && branch.end() < sections.get(branch.section()).ends().size();
    }

    /** Returns whether anything has changed. */
    private boolean widen(SectionLog log) {
        boolean changed = false;
        for (SectionLog.Violation violation : log.violations()) {
            Branch branch = violation.branch();
            if (exists(branch)) {
                AllowedAccesses before = end(branch).allowed();
                AllowedAccesses after = before.with(violation.write());
                if (after != before) {
                    allow(branch, after);
                    widened.add(branch);
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** What a user declared stays, seen or not. */
    private int forgetUnseen() {
        int forgotten = 0;
        for (int i = 0; i < sections.size(); i++) {
            AtomicSection section = sections.get(i);
            for (int end = 0; end < section.ends().size(); end++) {
                Branch branch = new Branch(i, end);
                if (section.origin() != Origin.USER && !seen.contains(branch)) {
                    allow(branch, AllowedAccesses.BOTH);
                    forgotten++;
                }
            }
        }
        return forgotten;
    }

    private SectionEnd end(Branch branch) {
        return sections.get(branch.section()).ends().get(branch.end());
    }

    private void allow(Branch branch, AllowedAccesses allowed) {
        AtomicSection section = sections.get(branch.section());
        List<SectionEnd> ends = new ArrayList<>(section.ends());
        ends.set(branch.end(), new SectionEnd(end(branch).access(), allowed));
        sections.set(branch.section(), section.withEnds(ends));
    }
}
