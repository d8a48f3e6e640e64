// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.MarkedSections;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.io.TraceReader;
import dev.foretell.trace.section.AccessPoint;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.AtomicSections;
import dev.foretell.trace.section.SectionFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is inferred from class files is what the agent finds in them. */
class SectionsIT {
    private static AtomicSections infer(Path folder) throws IOException {
        Path file = folder.resolve("subjects.sections");
        Files.createDirectories(folder);
        ChildProcess.Ended run = Foretell.command(
                        "atomic", "infer", Foretell.classes().toString(), "-o", file.toString())
                .run();
        assertThat(run.exit()).as("%s", run).isZero();
        return SectionFormat.read(file);
    }

    private static Map<String, ClassInfo> record(String program) throws IOException {
        Path folder = Foretell.folder("sections." + program);
        List<String> command = new ArrayList<>(List.of("record", "-o", folder.toString(), "--"));
        command.addAll(Foretell.program(program, List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command(command).run();
        assertThat(run.exit()).as("%s", run).isZero();
        try (Stream<Path> jvms = Files.list(folder.resolve("trace"))) {
            return TraceReader.read(jvms.findFirst().orElseThrow()).classes();
        }
    }

    @Test
    void everyPointIsASiteOfTheAgent() throws IOException {
        AtomicSections sections = infer(Foretell.folder("sections.inferred"));
        int found = 0;
        for (String program : List.of(
                "dev.foretell.it.fail.race.Account",
                "dev.foretell.it.fail.race.LinkedStack",
                "dev.foretell.it.fail.race.DoubleCheckedWrong",
                "dev.foretell.it.fail.race.BubbleSort")) {
            Map<String, ClassInfo> classes = record(program);
            for (ClassInfo each : classes.values()) {
                String expected = sections.classes().getOrDefault(each.name(), each.checksum());
                assertThat(each.checksum()).as("%s", each.name()).isEqualTo(expected);
            }
            for (AtomicSection section : sections.list()) {
                for (AccessPoint point : points(section)) {
                    ClassInfo owner = classes.get(point.place().className());
                    if (owner != null) {
                        int site = point.find(owner.sites(), section.variables(), false);
                        assertThat(site).as("%s in %s", point, owner.name()).isNotNegative();
                        assertThat(owner.sites().get(site).line())
                                .isEqualTo(point.place().line());
                        found++;
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(10);
    }

    /** Of three sections, good runs break one every time, keep one, and never come to the third. */
    @Test
    void refiningLeavesWhatGoodRunsKeep() throws IOException {
        Path folder = Foretell.folder("sections.refined");
        Path given = folder.resolve("relay.sections");
        Path left = folder.resolve("left.sections");
        MarkedSections.write("Relay", given);
        assertThat(SectionFormat.read(given).list()).hasSize(3);
        List<String> command =
                new ArrayList<>(List.of("atomic", "refine", given.toString(), "--runs", "2", "--oracle"));
        command.addAll(List.of(
                "true", "-o", left.toString(), "--work", folder.resolve("runs").toString(), "--"));
        command.addAll(Foretell.program("dev.foretell.it.watch.Relay", List.of(), List.of()));
        ChildProcess.Ended run = Foretell.command(command).run();
        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(run.out()).contains("3 laps, 0 falls, baton 6");
        assertThat(run.err() + run.out()).contains("1 of 3 sections are left");
        assertThat(SectionFormat.read(left).list())
                .extracting(section -> section.variables().get(0))
                .containsExactly("Relay.laps");
    }

    private static List<AccessPoint> points(AtomicSection section) {
        List<AccessPoint> points = new ArrayList<>(List.of(section.entry()));
        section.ends().forEach(end -> points.add(end.access()));
        return points;
    }
}
