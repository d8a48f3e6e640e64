// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.tool.process.CacheFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionSealTest {
    @TempDir
    private Path temporary;

    private Optional<CacheFolder> cache(String user) {
        return CacheFolder.open(Map.of("FORETELL_CACHE", temporary.resolve(user).toString()), "", "Linux");
    }

    private static Session session(String seal, String... command) {
        return Session.of(List.of(command), "/work", InstrumentationScope.ALL, List.of(), seal);
    }

    @Test
    void fitsTheCommandItWasMadeFor() {
        String seal = SessionSeal.of(cache("me")).seal(List.of("java", "Main"), "/work");
        assertThat(SessionSeal.of(cache("me")).fits(session(seal, "java", "Main")))
                .isTrue();
    }

    @Test
    void doesNotFitAnotherCommandOrAnotherUser() {
        String seal = SessionSeal.of(cache("me")).seal(List.of("java", "Main"), "/work");
        assertThat(SessionSeal.of(cache("me")).fits(session(seal, "java", "Evil")))
                .isFalse();
        assertThat(SessionSeal.of(cache("me")).fits(session(seal, "java Main"))).isFalse();
        assertThat(SessionSeal.of(cache("you")).fits(session(seal, "java", "Main")))
                .isFalse();
    }

    @Test
    void fitsNothingWithoutAKey() {
        SessionSeal none = SessionSeal.of(Optional.empty());
        assertThat(none.seal(List.of("java"), "/work")).isEmpty();
        assertThat(none.fits(session("", "java"))).isFalse();
    }
}
