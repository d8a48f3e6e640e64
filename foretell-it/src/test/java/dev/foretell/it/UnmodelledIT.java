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

/** What was not looked at is named, on the console too, and nothing else is. */
class UnmodelledIT {
    @Test
    void namesSharedObjectsOfClassesWithoutAModel() {
        Path folder = Foretell.folder("unmodelled");
        List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
        arguments.addAll(Foretell.program("dev.foretell.it.success.jdk.WithoutModel", List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command(arguments).run();
        assertThat(run.exit()).as("%s", run).isZero();
        List<String> unmodelled = new ArrayList<>();
        ReportJson.of(folder)
                .root()
                .path("coverage")
                .path("unmodelled")
                .forEach(each -> unmodelled.add(each.asString("")));
        assertThat(unmodelled)
                .as("%s", run)
                .hasSize(2)
                .allMatch(line -> line.contains("one object used by several threads"))
                .anyMatch(line -> line.startsWith("java.util.Scanner:"))
                .anyMatch(line -> line.startsWith("java.nio.ByteBuffer:"));
        assertThat(run.toString()).contains(unmodelled);
    }
}
