// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.analysis.deadlock.DeadlockDetector;
import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.race.PairSink;
import dev.foretell.analysis.race.ShbRaces;
import dev.foretell.analysis.race.SyncPreservingRaces;
import dev.foretell.analysis.syncpreserving.SyncPreserving;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What SHB and sync-preserving prediction find in published traces, exactly as published; see {@link PublishedTraces}.
 */
@Tag(PublishedTraces.TAG)
class PublishedCountsTest {
    /** Racy events are the distinct later events of racing pairs. */
    @ParameterizedTest
    @CsvSource({
        "account, 3, 3",
        "twostage, 4, 4",
        "mergesort, 1, 3",
        "clean, 59, 60",
        "bubblesort, 269, 269",
        "lang, 400, 400",
        "jigsaw, 4, 6",
        "sunflow, 84, 119",
        "readerswriters, 92, 199",
        "bufwriter, 8, 8",
        "ftpserver, 69, 85",
        "moldyn, 103, 103",
        "derby, 29, 29"
    })
    void racyEventsAreThosePublished(String name, int shb, int syncPreserving) throws IOException {
        TraceModel model = new TraceModel(PublishedTraces.read("java/" + name + ".std"));
        assertThat(racyEvents(model, ShbRaces::find)).as("SHB").isEqualTo(shb);
        assertThat(racyEvents(model, SyncPreservingRaces::find))
                .as("sync-preserving")
                .isEqualTo(syncPreserving);
    }

    private static int racyEvents(TraceModel model, BiConsumer<TraceModel, PairSink> engine) {
        BitSet racy = new BitSet();
        engine.accept(model, (earlier, later) -> racy.set(later));
        return racy.cardinality();
    }

    /**
     * Deadlocks are published as abstract patterns: which thread acquires which lock while holding which. Where a
     * report has two findings at different lines ({@link PublishedTracesTest}: StringBuffer and Dbcp1, in which one
     * thread acquires the second lock at two places) they are one pattern.
     */
    @ParameterizedTest
    @CsvSource({
        "Account, 0",
        "Bensalem, 1",
        "Dbcp1, 1",
        "Dbcp2, 0",
        "Deadlock, 0",
        "DiningPhil, 1",
        "StringBuffer, 1",
        "Transfer, 0"
    })
    void syncPreservingDeadlocksAreThosePublished(String name, int patterns) throws IOException {
        TraceModel model = new TraceModel(PublishedTraces.read("deadlocks/" + name + ".std"));
        SyncPreserving engine = new SyncPreserving(model);
        Set<Set<String>> found = new HashSet<>();
        for (CandidateGroup group : new DeadlockDetector().detect(model).groups()) {
            for (int[] cycle : group.instances()) {
                if (engine.together(cycle)) {
                    found.add(
                            IntStream.of(cycle).mapToObj(e -> wanting(model, e)).collect(Collectors.toSet()));
                }
            }
        }
        assertThat(found).hasSize(patterns);
    }

    private static String wanting(TraceModel model, int acquire) {
        return model.trace().thread(acquire) + " wants " + model.trace().target(acquire) + " holding "
                + Arrays.toString(model.locks(model.otherLocks(acquire)));
    }
}
