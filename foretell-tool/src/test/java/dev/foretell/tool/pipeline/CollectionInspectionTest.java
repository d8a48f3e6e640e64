// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.SampleReport;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.RunInfo;
import dev.foretell.trace.Site;
import dev.foretell.trace.TraceBuilder;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipPoint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a collection is instrumented, and to which finding a race inside it belongs. */
class CollectionInspectionTest {
    private static final Site ADD =
            new Site("com.acme.Desk", "sell()V", "Desk.java", 41, 3, EventKind.WRITE, "java.util.List.add()");
    private static final Site OTHER =
            new Site("com.acme.Desk", "sell()V", "Desk.java", 42, 9, EventKind.WRITE, "java.util.List.add()");

    private static Finding harmless() {
        return SampleReport.race().with(Status.CONFIRMED, "", Harm.NONE, new Finding.Replays(2, 2));
    }

    private static Clip clip(Map<String, String> classes) {
        return new Clip(
                AnomalyKind.RACE,
                "two calls",
                new Clip.Program(List.of("java", "Main"), classes, Map.of("main/0", "one", "main/1", "other")),
                List.of(),
                Clip.Events.of(
                        AnomalyKind.RACE,
                        List.of(new ClipPoint("main/0", ADD, 1), new ClipPoint("main/1", ADD, 1)),
                        List.of(0, 1)));
    }

    /** Both threads add to one list; at the other place they add to this one. */
    private static CollectionInspection look(Finding finding, long other) {
        TraceBuilder builder = new TraceBuilder();
        int one = builder.addThread("main/0", "one");
        int two = builder.addThread("main/1", "other");
        int list = builder.addVariable("List content", 7);
        int second = other == 7 ? list : builder.addVariable("List content", other);
        builder.addSite(ADD);
        builder.addSite(OTHER);
        builder.add(EventKind.WRITE, one, list, 0, 1);
        builder.add(EventKind.WRITE, one, second, 1, 1);
        builder.add(EventKind.WRITE, two, list, 0, 1);
        builder.add(EventKind.WRITE, two, second, 1, 1);
        return CollectionInspection.of(null, Map.of(finding, clip(Map.of())), builder.build(RunInfo.NONE));
    }

    /** A race of these threads, at places in this class. */
    private static Finding inside(String className, String first, String second) {
        Finding like = SampleReport.race();
        List<Finding.Access> accesses = List.of(access(className, first), access(className, second));
        return new Finding(
                new Finding.FindingId(like.id(), like.fingerprint(), like.kind()),
                new Finding.Judgement(Status.PREDICTED, like.severity(), "", Harm.NONE),
                new Finding.Anomaly("ArrayList.size", "w-w", accesses),
                new Finding.Replay(like.schedule(), like.clip(), Finding.Replays.NONE, like.by(), false, false));
    }

    private static Finding.Access access(String className, String path) {
        return new Finding.Access(
                new Finding.Actor(path, path),
                "write",
                new Finding.SourceLine(className, "add", "A.java", 1, "A.java:1", ""),
                new Finding.AccessTarget("size", List.of(), null, "", ""));
    }

    private static List<Finding> kept(CollectionInspection look, Finding... predicted) {
        Session session = session(InstrumentationScope.ALL, 0, 1, true, List.of());
        Session.Analysis analysis = new Session.Analysis(1, "", null, 0, List.of(), List.of(predicted));
        return look.narrowed(session.with(analysis)).findings();
    }

    private static Session session(
            InstrumentationScope scope, int exit, double seconds, boolean replayable, List<Finding> findings) {
        Session session = Session.of(List.of("java", "Main"), "/", scope, List.of("race"), "");
        return session.with(new Session.Recording(exit, false, false, seconds, "", List.of("jvm-1")))
                .with(new Session.Analysis(1, "", null, 0, List.of(), findings))
                .with(new Session.Confirmation(
                        new Session.Executions(1, 1, 0, false, null),
                        replayable,
                        null,
                        List.of(),
                        List.of(),
                        findings));
    }

    @Test
    void opensAllThatCanBeCalledThroughAType() {
        assertThat(CollectionInspection.classes("java.util.List"))
                .contains("java.util.ArrayList", "java.util.AbstractList", "java.util.LinkedList")
                .doesNotContain("java.util.HashMap", "java.util.HashSet");
        assertThat(CollectionInspection.classes("java.util.HashSet"))
                .as("a set keeps its elements in a map")
                .contains("java.util.HashSet", "java.util.HashMap", "java.util.AbstractMap");
        assertThat(CollectionInspection.classes("java.util.Vector"))
                .as("nothing comes between its methods")
                .isEmpty();
        assertThat(CollectionInspection.classes("java.util.NotThere")).isEmpty();
    }

    @Test
    void onlyShortRunsThatWentWellAreRecordedAgain() {
        assertThat(CollectionInspection.isFit(session(InstrumentationScope.ALL, 0, 1, true, List.of())))
                .isTrue();
        assertThat(CollectionInspection.isFit(session(InstrumentationScope.of("com.acme.**"), 0, 1, true, List.of())))
                .isTrue();
        assertThat(CollectionInspection.isFit(session(InstrumentationScope.ALL, 1, 1, true, List.of())))
                .as("failed")
                .isFalse();
        assertThat(CollectionInspection.isFit(session(InstrumentationScope.ALL, 0, 11, true, List.of())))
                .as("long")
                .isFalse();
        assertThat(CollectionInspection.isFit(session(InstrumentationScope.ALL, 0, 1, false, List.of())))
                .as("cannot be replayed")
                .isFalse();
        assertThat(CollectionInspection.isFit(
                        session(InstrumentationScope.of("java.util.HashMap"), 0, 1, true, List.of())))
                .as("looked inside already")
                .isFalse();
        Finding failure = SampleReport.failure("F1", Harm.Kind.EXCEPTION, "main: java.lang.Error at Main.java:1");
        assertThat(CollectionInspection.isFit(session(InstrumentationScope.ALL, 0, 1, true, List.of(failure))))
                .as("an exception in the recorded run")
                .isFalse();
    }

    @Test
    void withoutSuchARaceNothingIsRead() throws Exception {
        assertThat(CollectionInspection.of(session(InstrumentationScope.ALL, 0, 1, true, List.of(harmless())), null))
                .as("a race on a field; there is no folder to read from")
                .isNull();
    }

    @Test
    void raceThatDidHarmNeedsNoLook() {
        assertThat(look(harmless(), 7)).isNotNull();
        assertThat(look(SampleReport.race(), 7)).isNull();
    }

    @Test
    void raceInsideBelongsToTheOnlyCollectionOfItsThreads() {
        Finding inside = inside("java.util.ArrayList", "main/1", "main/0");
        assertThat(kept(look(harmless(), 7), inside)).containsExactly(inside);
        assertThat(look(harmless(), 7).isUnambiguous()).isTrue();
        assertThat(look(harmless(), 8).isUnambiguous()).isFalse();
        assertThat(kept(look(harmless(), 8), inside))
                .as("it may be on the other list")
                .isEmpty();
        assertThat(kept(look(harmless(), 7), inside("java.util.ArrayList", "main/0", "main/2")))
                .as("of another thread")
                .isEmpty();
        assertThat(kept(look(harmless(), 7), inside("com.acme.Desk", "main/0", "main/1")))
                .as("not inside")
                .isEmpty();
    }

    @Test
    void clipSaysWhatMustBeOpen() {
        Clip inside = clip(Map.of("java.util.ArrayList$Itr", "1", "com.acme.Desk", "2"));
        Clip plain = clip(Map.of("com.acme.Desk", "2"));
        InstrumentationScope looking = InstrumentationScope.of("com.acme.**").lookingInto(List.of("java.util.List"));
        assertThat(looking.of(plain).include()).containsExactly("com.acme.**");
        assertThat(looking.of(inside).include()).containsExactly("com.acme.**", "java.util.List");
        assertThat(InstrumentationScope.ALL.of(inside).include())
                .as("taken out of its session")
                .containsExactly("java.util.AbstractCollection", "java.util.AbstractList", "java.util.ArrayList");
        assertThat(InstrumentationScope.of("java.util.ArrayList").of(inside).include())
                .containsExactly("java.util.ArrayList");
    }
}
