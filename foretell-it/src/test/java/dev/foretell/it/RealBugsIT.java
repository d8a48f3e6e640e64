// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.RealBug;
import dev.foretell.it.harness.RealBugsPage;
import dev.foretell.it.harness.RealCheck;
import dev.foretell.it.harness.RetryOnce;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Known bugs of published libraries: from one run without it the bug of the bug report is confirmed, and with the
 * version that does not have it, it is not. By default a dozen of them; {@code -Dforetell.real=all} takes all that are
 * expected to be confirmed, and {@code -Dforetell.real.page=FILE} tries all of them and writes the results.
 * {@code -Dforetell.real.only=REGEX} takes of these only the bugs with such names.
 */
@Execution(ExecutionMode.CONCURRENT)
class RealBugsIT {
    private static final List<RealBug> CATALOGUE = RealCheck.catalogue();
    private static final String PAGE = System.getProperty("foretell.real.page", "");
    private static final Pattern ONLY = Pattern.compile(System.getProperty("foretell.real.only", ""));
    private static final RealBugsPage WRITTEN = new RealBugsPage();

    static List<RealBug> bugs() {
        boolean all = System.getProperty("foretell.real", "").equals("all");
        return CATALOGUE.stream()
                .filter(bug -> ONLY.matcher(bug.name()).find())
                .filter(bug -> !PAGE.isEmpty() || bug.isExpected() && (all || bug.isUsual()))
                .toList();
    }

    @Test
    void catalogueIsLargeEnough() {
        assertThat(CATALOGUE).hasSizeGreaterThanOrEqualTo(24);
        assertThat(CATALOGUE).extracting(RealBug::name).doesNotHaveDuplicates();
        assertThat(CATALOGUE).filteredOn(RealBug::isUsual).allMatch(RealBug::isExpected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bugs")
    void isConfirmedFromOnePassingRunAndNotInTheFixedVersion(RealBug bug) {
        RealCheck buggy = buggy(bug);
        Optional<RealCheck> fixed = Optional.empty();
        if (bug.isFixed() && (bug.isExpected() || buggy.symptom().isPresent())) {
            fixed = Optional.of(RealCheck.of(bug, "fixed"));
        }
        if (!PAGE.isEmpty()) {
            WRITTEN.add(CATALOGUE.indexOf(bug), buggy, fixed);
        }
        if (!bug.isExpected()) {
            return; // only for the page
        }
        fixed.ifPresent(check -> {
            assertThat(check.isPassed()).as("the fixed version runs\n%s", check).isTrue();
            assertThat(check.symptom()).as("the fixed version\n%s", check).isEmpty();
        });
    }

    private static RealCheck buggy(RealBug bug) {
        AtomicReference<RealCheck> last = new AtomicReference<>();
        RetryOnce.of(bug, () -> {
            RealCheck check = RealCheck.of(bug, "jars");
            last.set(check);
            if (bug.isExpected()) {
                assertThat(check.isPassed())
                        .as("the recorded run passes\n%s", check)
                        .isTrue();
                assertThat(check.found()).as("the bug of the report\n%s", check).isPresent();
            }
        });
        return last.get();
    }

    @AfterAll
    static void writePage() throws IOException {
        if (!PAGE.isEmpty()) {
            WRITTEN.write(Path.of(PAGE));
        }
    }
}
