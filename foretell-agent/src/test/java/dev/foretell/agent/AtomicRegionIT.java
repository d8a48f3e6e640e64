// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.AnomalyShape;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.TraceReader;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent records an atomic method of a real program, and breaks it. */
class AtomicRegionIT {
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @TempDir
    Path work;

    private static AgentOptions options(String mode, Path folder) {
        return AgentOptions.of(mode, folder).with(AgentOptions.INCLUDE, List.of("sample.Withdrawal"));
    }

    private Agents.Result run(AgentOptions options) throws Exception {
        Path file = work.resolve("agent.properties");
        options.write(file);
        String agent = "-javaagent:" + Agents.jar() + "=" + file;
        return Agents.run(JDK, work, agent, "-cp", Agents.testClasses(), "sample.Withdrawal");
    }

    private Trace record(List<String> atomic, AgentOptions.Regions regions) throws Exception {
        Path folder = Files.createTempDirectory(work, "trace");
        AgentOptions options = options(AgentOptions.Mode.RECORD, folder)
                .with(AgentOptions.ATOMIC, atomic)
                .with(AgentOptions.REGIONS, regions);
        assertThat(run(options)).isEqualTo(new Agents.Result(0, "1090\n", ""));
        try (Stream<Path> runs = Files.list(folder)) {
            return TraceReader.read(runs.findFirst().orElseThrow()).trace();
        }
    }

    /** The events of the thread that withdraws, as kinds. */
    private static List<EventKind> customer(Trace trace) {
        List<EventKind> kinds = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.threads().get(trace.thread(e)).path().equals("main/0")) {
                kinds.add(trace.kind(e));
            }
        }
        return kinds;
    }

    @Test
    void recordsTheBoundsOfTheMethod() throws Exception {
        assertThat(customer(record(List.of(), AgentOptions.Regions.LOCKS)))
                .containsExactly(
                        EventKind.BEGIN,
                        EventKind.REGION_BEGIN,
                        EventKind.ACQUIRE,
                        EventKind.READ,
                        EventKind.RELEASE,
                        EventKind.ACQUIRE,
                        EventKind.WRITE,
                        EventKind.RELEASE,
                        EventKind.REGION_END,
                        EventKind.END);
        Trace named = record(List.of("sample.*.dep*"), AgentOptions.Regions.LOCKS);
        assertThat(regions(named)).containsExactly("Withdrawal.withdraw", "Withdrawal.deposit");
        assertThat(regions(record(List.of(), AgentOptions.Regions.METHODS)))
                .containsExactly("Withdrawal.main", "Withdrawal.withdraw", "Withdrawal.payDay", "Withdrawal.deposit");
    }

    private static List<String> regions(Trace trace) {
        List<String> names = new ArrayList<>();
        for (int e = 0; e < trace.size(); e++) {
            if (trace.kind(e) == EventKind.REGION_BEGIN) {
                names.add(trace.site(trace.siteOf(e)).shortWhat());
            }
        }
        return names;
    }

    @Test
    void breaksTheRegion() throws Exception {
        Trace trace = record(List.of(), AgentOptions.Regions.LOCKS);
        ClipPoint check = point(trace, "main/0", EventKind.READ);
        ClipPoint deposit = point(trace, "main/1", EventKind.WRITE);
        ClipPoint act = point(trace, "main/0", EventKind.WRITE);
        ClipPoint again = null;
        for (int e = 0; e < trace.size(); e++) {
            boolean own = trace.threads().get(trace.thread(e)).path().equals("main/0");
            if (own && trace.kind(e) == EventKind.ACQUIRE) {
                again = new ClipPoint("main/0", trace.site(trace.siteOf(e)), trace.occurrence(e));
            }
        }
        ClipPoint join = point(trace, "main", EventKind.JOIN);
        List<ClipStep> steps =
                List.of(new ClipStep("main", join), new ClipStep("main/0", again), new ClipStep("main/1", null));
        for (int round = 0; round < 3; round++) {
            Outcome outcome = direct(steps, List.of(check, deposit, act));
            assertThat(outcome.problem()).isEmpty();
            assertThat(outcome.created()).isTrue();
        }
    }

    private static ClipPoint point(Trace trace, String path, EventKind kind) {
        int e = 0;
        while (trace.kind(e) != kind
                || !trace.threads().get(trace.thread(e)).path().equals(path)) {
            e++;
        }
        return new ClipPoint(path, trace.site(trace.siteOf(e)), trace.occurrence(e));
    }

    private Outcome direct(List<ClipStep> steps, List<ClipPoint> events) throws Exception {
        AnomalyShape shape = AnomalyShape.inOrder(List.of(0, 0, 0), List.of(0, 1, 0));
        Clip clip =
                new Clip(AnomalyKind.ATOMICITY, "Torn", Clip.Program.NONE, steps, Clip.Events.inOrder(events, shape));
        Path folder = Files.createTempDirectory(work, "directed");
        ClipFormat.write(clip, folder.resolve("clip"));
        Agents.Result result =
                run(options(AgentOptions.Mode.DIRECT, folder).with(AgentOptions.CLIP, folder.resolve("clip")));
        assertThat(result).as(outcomeText(folder)).isEqualTo(new Agents.Result(0, "90\n", ""));
        return Outcome.read(folder.resolve("outcome"));
    }

    private static String outcomeText(Path folder) throws IOException {
        return Files.readString(folder.resolve("outcome"));
    }
}
