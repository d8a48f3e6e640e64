// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The share of time that the watcher may take, and which classes it may leave without probes. */
class ProbeBudgetTest {
    @TempDir
    private Path directory;

    @Test
    void codeWithProbesMayTakeAShareOfTheTime() {
        double share = ProbeBudget.mostShare(20);
        double ours = share * (1 - 1 / ProbeBudget.WORST);
        assertThat(ours / (1 - ours)).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void accessesCountByWhatTheyCost() {
        assertThat(ProbeCost.share(0, 1_000_000)).isZero();
        assertThat(ProbeCost.share(1_000, (long) (10_000 * ProbeCost.NANOS))).isCloseTo(0.1, within(1e-9));
        assertThat(ProbeCost.share(1_000, 1)).isEqualTo(1);
        assertThat(ProbeCost.share(1_000, 0)).as("nothing has run").isZero();
    }

    @Test
    void aThreadThatIsNotCountedIsTakenForBusy() {
        WatcherRig program = new WatcherRig(directory);
        WatchedThread[] none = {null};
        assertThat(new ProbeCost().share(none)).isZero();
        WatchedThread[] uncounted = {new WatchedThread(Thread.currentThread(), 1, program.watcher)};
        assertThat(new ProbeCost().share(uncounted)).isEqualTo(1);
        CountedThread counted = new CountedThread(Thread.currentThread(), 1, program.watcher);
        ProbeCost cost = new ProbeCost();
        assertThat(cost.share(new WatchedThread[] {counted})).isZero();
        for (int i = 0; i < 1_000_000; i++) {
            counted.readStatic(0);
        }
        assertThat(counted.accesses()).isEqualTo(1_000_000);
        assertThat(cost.share(new WatchedThread[] {counted})).isPositive();
    }

    @Test
    void onlyClassesThatAreDefinedOnceLoseTheirProbes() {
        WatcherRig program = new WatcherRig(directory);
        program.watcher.define(info("00"));
        assertThat(program.watcher.mayDisable("p.C")).isTrue();
        program.watcher.define(info("01"));
        assertThat(program.watcher.mayDisable("p.C")).isFalse();
        assertThat(program.watcher.mayDisable("java.lang.String")).isFalse();
    }

    private static ClassInfo info(String checksum) {
        Site site = new Site("p.C", "run()V", "C.java", 1, 0, EventKind.READ, "p.C.x");
        return new ClassInfo(
                "p.C",
                "java.lang.Object",
                List.of(),
                checksum,
                List.of(new ClassInfo.FieldInfo("x", 0)),
                List.of(site));
    }
}
