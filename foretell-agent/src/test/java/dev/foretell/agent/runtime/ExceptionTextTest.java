// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExceptionTextTest {
    private static final StackTraceElement PROBE =
            new StackTraceElement("dev.foretell.agent.direct.Scheduler", "arrive", "Scheduler.java", 9);
    private static final StackTraceElement JDK =
            new StackTraceElement("java.util.ArrayList", "add", "ArrayList.java", 459);
    private static final StackTraceElement ACCESSOR = new StackTraceElement("demo.Desk", "access$100", "Desk.java", 3);
    private static final StackTraceElement CALLER = new StackTraceElement("demo.Desk$1", "run", "Desk.java", 41);
    private static final StackTraceElement STRIPPED = new StackTraceElement("demo.Desk", "sell", null, -1);

    static Stream<Arguments> stacks() {
        return Stream.of(
                Arguments.of(" at Desk.java:41", new StackTraceElement[] {CALLER, JDK}),
                Arguments.of(" at Desk.java:41", new StackTraceElement[] {PROBE, JDK, CALLER}),
                Arguments.of(" at Desk.java:41", new StackTraceElement[] {ACCESSOR, CALLER}),
                Arguments.of(" at demo.Desk.sell", new StackTraceElement[] {STRIPPED, CALLER}),
                Arguments.of(" at ArrayList.java:459", new StackTraceElement[] {PROBE, JDK}),
                Arguments.of("", new StackTraceElement[] {PROBE}),
                Arguments.of("", new StackTraceElement[0]));
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void namesTheInnermostLineOfTheProgram(String place, StackTraceElement[] stack) {
        IllegalStateException thrown = new IllegalStateException("shut");
        thrown.setStackTrace(stack);
        assertThat(ExceptionText.describe("t", thrown)).isEqualTo("t: java.lang.IllegalStateException: shut" + place);
    }

    private static final class Touchy extends RuntimeException {
        private static final long serialVersionUID = 1;

        Touchy(String message) {
            super(message, null, false, false);
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("the program's own code was run");
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void runsNoCodeOfTheProgram(String message, String expected) {
        assertThat(ExceptionText.describe("t", new Touchy(message)))
                .isEqualTo("t: " + Touchy.class.getName() + expected);
    }

    static Stream<Arguments> messages() {
        return Stream.of(Arguments.of("full", ": full"), Arguments.of(null, ""));
    }
}
