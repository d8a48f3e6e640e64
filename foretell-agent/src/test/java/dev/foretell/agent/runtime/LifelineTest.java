// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.Owner;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases in which the JVM, here that of the tests, is not ended. */
class LifelineTest {
    private static final Owner THIS = Owner.current();
    /** No process with this number was started so early. */
    private static final Owner GONE = new Owner(THIS.pid(), 1, THIS.space());

    @TempDir
    Path folder;

    private AgentOptions options(Owner owner) {
        return AgentOptions.of(AgentOptions.Mode.RECORD, folder).with(AgentOptions.OWNER, owner);
    }

    @Test
    void runIsLeftAloneThatTheToolGaveUp() throws Exception {
        Path file = folder.resolve("agent.properties");
        options(Owner.NONE).write(file);
        Lifeline lifeline = Lifeline.of(options(GONE), file.toString());
        assertThat(lifeline).isNotNull();
        lifeline.run();
    }

    @Test
    void runIsLeftAloneWhoseOptionsTheToolHasRemoved() {
        Lifeline lifeline = Lifeline.of(options(GONE), folder.resolve("removed").toString());
        assertThat(lifeline).isNotNull();
        lifeline.run();
    }

    @Test
    void runThatBelongsToNoToolOrToOneThatCannotBeSeenIsNotTied() {
        String file = folder.resolve("agent.properties").toString();
        assertThat(Lifeline.of(options(Owner.NONE), file)).isNull();
        Owner outside = new Owner(THIS.pid(), THIS.startMillis(), "pid:[1]");
        assertThat(Lifeline.of(options(outside), file)).isNull();
    }
}
