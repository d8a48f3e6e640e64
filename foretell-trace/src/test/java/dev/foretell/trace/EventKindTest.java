// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EventKindTest {
    @ParameterizedTest
    @EnumSource
    void isFoundByItsWords(EventKind kind) {
        assertThat(EventKind.ofTextWord(kind.textWord())).isEqualTo(kind);
        assertThat(EventKind.ofClipWord(kind.clipWord())).isEqualTo(kind);
        assertThat(EventKind.of(kind.ordinal())).isEqualTo(kind);
        assertThat(kind.noun()).isNotBlank();
    }

    @Test
    void isNotFoundByOtherWords() {
        assertThat(EventKind.ofTextWord("read")).isNull();
        assertThat(EventKind.ofClipWord("r")).isNull();
        assertThat(EventKind.ofClipWord("wait")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "wait, WAKE",
        "signal, PUBLISH",
        "await, OBSERVE",
        "take, PERMIT_ACQUIRE",
        "give, PERMIT_RELEASE",
        "refused, TRY_ACQUIRE_FAILED",
        "lacked, TRY_PERMIT_FAILED"
    })
    void isFoundByItsFormerTextWord(String word, EventKind kind) {
        assertThat(EventKind.ofTextWord(word)).isEqualTo(kind);
        assertThat(kind.textWord()).isNotEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({
        "signal, PUBLISH",
        "await, OBSERVE",
        "take, PERMIT_ACQUIRE",
        "give, PERMIT_RELEASE",
        "refused, TRY_ACQUIRE_FAILED",
        "lacked, TRY_PERMIT_FAILED"
    })
    void isFoundByItsFormerClipWord(String word, EventKind kind) {
        assertThat(EventKind.ofClipWord(word)).isEqualTo(kind);
        assertThat(kind.clipWord()).isNotEqualTo(word);
    }

    /** The words of report.json are part of the user contract; they do not follow the names of the constants. */
    @Test
    void keepsTheWordsOfReports() {
        assertThat(Arrays.stream(EventKind.values()).map(EventKind::reportWord))
                .containsExactly(
                        "read",
                        "write",
                        "read",
                        "write",
                        "lock",
                        "unlock",
                        "start thread",
                        "begin",
                        "end",
                        "join thread",
                        "wait",
                        "notify",
                        "notify all",
                        "init begin",
                        "init end",
                        "init use",
                        "signal",
                        "await",
                        "region begin",
                        "region end",
                        "lock",
                        "unlock",
                        "take permit",
                        "give permit",
                        "failed tryLock",
                        "failed tryAcquire");
    }

    /** The ordinals are part of the binary format. */
    @Test
    void keepsTheNumbersOfRecordedTraces() {
        assertThat(EventKind.values())
                .startsWith(EventKind.READ, EventKind.WRITE, EventKind.VOLATILE_READ, EventKind.VOLATILE_WRITE);
        assertThat(EventKind.FORK.ordinal()).isEqualTo(6);
        assertThat(EventKind.WAKE.ordinal()).isEqualTo(10);
        assertThat(EventKind.OBSERVE.ordinal()).isEqualTo(17);
        assertThat(EventKind.TRY_PERMIT_FAILED.ordinal()).isEqualTo(25);
    }

    @Test
    void hasProperties() {
        assertThat(those(EventKind::isRead)).containsExactly(EventKind.READ, EventKind.VOLATILE_READ);
        assertThat(those(EventKind::isWrite)).containsExactly(EventKind.WRITE, EventKind.VOLATILE_WRITE);
        assertThat(those(EventKind::isVolatile)).containsExactly(EventKind.VOLATILE_READ, EventKind.VOLATILE_WRITE);
        assertThat(those(EventKind::isAccess)).isEqualTo(those(kind -> kind.isRead() || kind.isWrite()));
        assertThat(those(EventKind::isAcquire)).containsExactly(EventKind.ACQUIRE, EventKind.ACQUIRE_SHARED);
        assertThat(those(EventKind::isRelease)).containsExactly(EventKind.RELEASE, EventKind.RELEASE_SHARED);
        assertThat(those(EventKind::isShared)).containsExactly(EventKind.ACQUIRE_SHARED, EventKind.RELEASE_SHARED);
        assertThat(those(EventKind::isFailedTry))
                .containsExactly(EventKind.TRY_ACQUIRE_FAILED, EventKind.TRY_PERMIT_FAILED);
        assertThat(those(EventKind::isRegion)).containsExactly(EventKind.REGION_BEGIN, EventKind.REGION_END);
        assertThat(those(kind -> !kind.isOrdering()))
                .containsExactly(
                        EventKind.READ,
                        EventKind.WRITE,
                        EventKind.REGION_BEGIN,
                        EventKind.REGION_END,
                        EventKind.TRY_ACQUIRE_FAILED,
                        EventKind.TRY_PERMIT_FAILED);
    }

    private static List<EventKind> those(Predicate<EventKind> property) {
        return Arrays.stream(EventKind.values()).filter(property).toList();
    }
}
