// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The orders that a program expects are learned from other runs. */
class ExpectationsIT {
    private static ChildProcess.Ended foretell(List<String> arguments, String order) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--");
        all.addAll(Foretell.program("dev.foretell.it.expect.EitherWay", List.of(), List.of(order)));
        return Foretell.command(all).run();
    }

    private static Path record(String name, String order) {
        Path folder = Foretell.folder(name);
        ChildProcess.Ended run = foretell(List.of("record", "-o", folder.toString()), order);
        assertThat(run.exit()).as("%s", run).isZero();
        return folder;
    }

    private static String pattern(Path expected) {
        Path folder = Foretell.folder("expect.check");
        ChildProcess.Ended run = foretell(
                List.of("check", "--detect", "order", "--expect", expected.toString(), "-o", folder.toString()),
                "late");
        assertThat(run.exit()).as("%s", run).isZero();
        ReportJson report = ReportJson.of(folder);
        assertThat(report.findings()).as("%s\n%s", run, report).hasSize(1);
        assertThat(report.findings().get(0).isNote()).as("%s", report).isTrue();
        return report.root().path("findings").get(0).path("pattern").asString("");
    }

    @Test
    void anOrderThatVariesBetweenRunsIsNotExpected() {
        assertThat(pattern(record("expect.late", "late"))).isEqualTo("overdue use");
        assertThat(pattern(record("expect.early", "early"))).isEqualTo("overdue use, order varies");
    }

    @Test
    void whatIsNoRecordedRunIsRefused() {
        ChildProcess.Ended run = foretell(List.of("check", "--expect", "no-such-folder"), "late");
        assertThat(run.exit()).as("%s", run).isEqualTo(2);
        assertThat(run.err()).contains("no-such-folder");
    }
}
