package dev.foretell.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guard may take, and what must not change when classes lose and get back their probes. */
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
    void sitesKeepTheirNumbers() {
        Watched program = new Watched(directory);
        ClassInfo info = info("00");
        int first = program.guard.define(info);
        program.guard.define(new ClassInfo("p.D", "java.lang.Object", List.of(), "00", List.of(), List.of()));
        assertThat(program.guard.redefine(info("00"))).isEqualTo(first);
        assertThat(program.guard.mayThin("p.C")).isTrue();
        assertThat(program.guard.redefine(info("01"))).as("another version").isGreaterThan(first);
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
