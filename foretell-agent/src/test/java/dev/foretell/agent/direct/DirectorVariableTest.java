// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sequence counts when its events were on the same variables, and on different ones, as the clip expects. */
class DirectorVariableTest extends CheckThenActProgram {
    @Test
    void isNotCreatedOnAnotherObject() throws Exception {
        checkThenAct();
        Box other = new Box();
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> p.write(other, otherWrite));
        assertNotCreated(
                outcome,
                "the read of Play.x at Play.java:10 by main/0 \"left\" and the write of Play.x at Play.java:20 by"
                        + " main/1",
                "are on different objects or fields");
    }

    @Test
    void isNotCreatedOnAnotherField() throws Exception {
        int writeY = program.site(EventKind.WRITE, 22, "demo.Play.y");
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0).pass("main/1", writeY, 1, 0, 1).pass("main/0", write, 1, 0, 0);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), p -> p.write(box, writeY));
        assertNotCreated(outcome, "are on different objects or fields");
    }

    /** PECAN's figure 2, third pattern: two variables that belong together are not written atomically. */
    private Outcome tornPair(Box one, Box two, int variableOfSecond) throws Exception {
        int writeX = program.site(EventKind.WRITE, 40);
        int writeY = program.site(EventKind.WRITE, 41, "demo.Play.y");
        int readX = program.site(EventKind.READ, 42);
        int readY = program.site(EventKind.READ, 43, "demo.Play.y");
        program.kind = AnomalyKind.ASV;
        program.until("main", join, 1).until("main/0", writeY, 1).untilEnd("main/1");
        program.pass("main/0", writeX, 1, 0, 0)
                .pass("main/1", readX, 1, 0, 1)
                .pass("main/1", readY, 1, variableOfSecond, 1)
                .pass("main/0", writeY, 1, variableOfSecond, 0);
        return runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.write(one, writeX);
                    q.write(two, writeY);
                }),
                p -> SimulatedProgram.locked(p, box, enter, exit, q -> {
                    q.read(one, readX);
                    q.read(two, readY);
                }));
    }

    @Test
    void createsAQuadrupleOverTwoVariables() throws Exception {
        assertCreated(tornPair(box, box, 1));
    }

    @Test
    void createsAQuadrupleOverTwoObjects() throws Exception {
        assertCreated(tornPair(box, new Box(), 1));
    }

    @Test
    void isNotCreatedWhenTwoVariablesAreExpectedToBeOne() throws Exception {
        assertNotCreated(tornPair(box, box, 0), "are on different objects or fields");
    }

    @Test
    void isNotCreatedWhenOneVariableIsExpectedToBeTwo() throws Exception {
        program.kind = AnomalyKind.PATTERN;
        program.until("main", join, 1).until("main/0", write, 1).untilEnd("main/1");
        program.pass("main/0", read, 1, 0, 0)
                .pass("main/1", otherWrite, 1, 1, 1)
                .pass("main/0", write, 1, 0, 0);
        Outcome outcome = runProgram(p -> SimulatedProgram.locked(p, lock, enter, exit, this::increment), this::set);
        assertNotCreated(outcome, "are on one and the same variable");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void comparesVolatileVariables(boolean same) throws Exception {
        int vread = program.site(EventKind.VOLATILE_READ, 60);
        int vwrite = program.site(EventKind.VOLATILE_WRITE, 61);
        Box other = same ? box : new Box();
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", vwrite, 2).untilEnd("main/1");
        program.pass("main/0", vread, 2, 0, 0).pass("main/1", vwrite, 1, 0, 1).pass("main/0", vwrite, 2, 0, 0);
        Outcome outcome = runProgram(
                p -> {
                    for (int i = 0; i < 3; i++) {
                        SimulatedProgram.locked(p, lock, enter, exit, q -> {
                            q.beforeVolatile(box, vread);
                            q.afterVolatile(box, vread);
                            q.beforeVolatile(box, vwrite);
                            q.afterVolatile(box, vwrite);
                        });
                    }
                },
                p -> {
                    p.beforeVolatile(other, vwrite);
                    p.afterVolatile(other, vwrite);
                });
        if (same) {
            assertCreated(outcome);
        } else {
            assertNotCreated(outcome, "are on different objects or fields");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void comparesArrayElements(int index) throws Exception {
        int load = program.site(EventKind.READ, 70, "int[]");
        int store = program.site(EventKind.WRITE, 71, "int[]");
        int[] array = new int[2];
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", store, 1).untilEnd("main/1");
        program.pass("main/0", load, 1, 0, 0).pass("main/1", store, 1, 0, 1).pass("main/0", store, 1, 0, 0);
        Outcome outcome = runProgram(
                p -> SimulatedProgram.locked(p, lock, enter, exit, q -> {
                    q.readElement(array, 0, load);
                    q.writeElement(array, 0, store);
                }),
                p -> p.writeElement(array, index, store));
        if (index == 0) {
            assertCreated(outcome);
        } else {
            assertNotCreated(outcome, "are on different objects or fields");
        }
    }

    @Test
    void comparesStaticFields() throws Exception {
        int load = program.site(EventKind.READ, 72, "demo.Play.x");
        int store = program.site(EventKind.WRITE, 73, "demo.Sub.x");
        program.kind = AnomalyKind.ATOMICITY;
        program.until("main", join, 1).until("main/0", store, 1).untilEnd("main/1");
        program.pass("main/0", load, 1, 0, 0).pass("main/1", store, 1, 0, 1).pass("main/0", store, 1, 0, 0);
        Outcome outcome = runProgram(
                p -> {
                    program.director()
                            .define(new ClassInfo("demo.Sub", "demo.Play", List.of(), "0", List.of(), List.of()));
                    SimulatedProgram.locked(p, lock, enter, exit, q -> {
                        q.readStatic(load);
                        q.writeStatic(store);
                    });
                },
                p -> p.writeStatic(store));
        assertCreated(outcome);
    }
}
