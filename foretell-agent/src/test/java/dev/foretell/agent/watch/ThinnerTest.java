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

/** What the guard may take, and which classes it may leave without probes. */
class ThinnerTest {
    @TempDir
    private Path directory;

    @Test
    void codeWithProbesMayTakeAShareOfTheTime() {
        double share = Thinner.mostShare(20);
        double ours = share * (1 - 1 / Thinner.WORST);
        assertThat(ours / (1 - ours)).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void accessesCountByWhatTheyCost() {
        assertThat(Pace.share(0, 1_000_000)).isZero();
        assertThat(Pace.share(1_000, (long) (10_000 * Pace.NANOS))).isCloseTo(0.1, within(1e-9));
        assertThat(Pace.share(1_000, 1)).isEqualTo(1);
        assertThat(Pace.share(1_000, 0)).as("nothing has run").isZero();
    }

    @Test
    void whoCannotBeCountedIsTakenForBusy() {
        Watched program = new Watched(directory);
        GuardedThread[] none = {null};
        assertThat(new Pace().share(none)).isZero();
        GuardedThread[] uncounted = {new GuardedThread(Thread.currentThread(), 1, program.guard)};
        assertThat(new Pace().share(uncounted)).isEqualTo(1);
        CountedThread counted = new CountedThread(Thread.currentThread(), 1, program.guard);
        Pace pace = new Pace();
        assertThat(pace.share(new GuardedThread[] {counted})).isZero();
        for (int i = 0; i < 1_000_000; i++) {
            counted.readStatic(0);
        }
        assertThat(counted.accesses()).isEqualTo(1_000_000);
        assertThat(pace.share(new GuardedThread[] {counted})).isPositive();
    }

    @Test
    void onlyClassesThatAreThereOnceLoseTheirProbes() {
        Watched program = new Watched(directory);
        program.guard.define(info("00"));
        assertThat(program.guard.mayThin("p.C")).isTrue();
        program.guard.define(info("01"));
        assertThat(program.guard.mayThin("p.C")).isFalse();
        assertThat(program.guard.mayThin("java.lang.String")).isFalse();
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
