// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static dev.foretell.trace.EventKind.ACQUIRE;
import static dev.foretell.trace.EventKind.FORK;
import static dev.foretell.trace.EventKind.JOIN;
import static dev.foretell.trace.EventKind.READ;
import static dev.foretell.trace.EventKind.RELEASE;
import static dev.foretell.trace.EventKind.VOLATILE_WRITE;
import static dev.foretell.trace.EventKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** Programs that use up their stack or memory, interrupt themselves, or run longer than a chunk. */
class RobustnessTest {
    @TempDir
    Path directory;

    private static int[] recursion(RecordingThread probe, int s, RecordedProgram.Cell cell, int depth) {
        // Fresh arrays make the slow path run at every depth.
        int[] array = new int[3];
        synchronized (cell) {
            probe.afterEnter(cell, s + 2);
            try {
                probe.writeElement(array, depth % 3, s + 6);
                probe.write(cell, s + 5);
                probe.beforeVolatile(cell, s + 7);
                probe.afterVolatile(cell, s + 7);
                return recursion(probe, s, cell, depth + 1);
            } finally {
                probe.beforeExit(cell, s + 3);
            }
        }
    }

    @Test
    void stackOverflowLeavesAReadableLogAndReachesTheProgram() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(
                FORK,
                "",
                JOIN,
                "",
                ACQUIRE,
                "",
                RELEASE,
                "",
                READ,
                "p.C.x",
                WRITE,
                "p.C.x",
                WRITE,
                "int[]",
                VOLATILE_WRITE,
                "p.C.v",
                ACQUIRE,
                "",
                RELEASE,
                "");
        RecordedProgram.Cell cell = new RecordedProgram.Cell();
        RecordedProgram.Cell after = new RecordedProgram.Cell();
        RecordingThread main = program.attach();
        int[] overflows = new int[1];
        Thread thread = new Thread(
                null,
                () -> {
                    RecordingThread probe = program.attach();
                    for (int i = 0; i < 200; i++) {
                        try {
                            recursion(probe, s, cell, i);
                        } catch (StackOverflowError expected) {
                            overflows[0]++;
                        }
                        synchronized (after) {
                            probe.afterEnter(after, s + 8);
                            probe.write(after, s + 5);
                            probe.beforeExit(after, s + 9);
                        }
                    }
                    program.recorder.exiting(Thread.currentThread());
                },
                "deep",
                200_000);
        main.beforeStart(thread, s);
        thread.start();
        thread.join();
        main.afterJoin(thread, s + 1);
        main.read(after, s + 4);
        Trace trace = program.end().trace();
        assertThat(overflows[0]).isEqualTo(200);
        assertThat(trace.run().complete()).isTrue();
        assertThat(count(trace, ACQUIRE, s + 8)).isEqualTo(200);
        assertThat(count(trace, RELEASE, s + 9)).isEqualTo(200);
        assertThat(count(trace, WRITE, s + 5)).isEqualTo(200);
    }

    private static long count(Trace trace, EventKind kind, int site) {
        long count = 0;
        for (int e = 0; e < trace.size(); e++) {
            count += trace.kind(e) == kind && trace.siteOf(e) == site ? 1 : 0;
        }
        return count;
    }

    @Test
    void outOfMemoryLeavesAReadableLogAndReachesTheProgram() throws Exception {
        Trace trace = runInOwnProcess(OutOfMemory.class, "-Xmx24m");
        assertThat(trace.run().recordedAccesses()).isGreaterThan(10_000);
        if (trace.run().complete()) {
            // All memory was used up by the program itself.
            assertThat(count(trace, ACQUIRE, 5)).isEqualTo(2);
            assertThat(count(trace, WRITE, 2)).isEqualTo(2);
        } else {
            assertThat(trace.run().warnings())
                    .first()
                    .asString()
                    .isEqualTo("Recording stopped before the program ended: the program has no memory left.");
        }
    }

    /** Fills the heap with arrays that each need an identity, then goes on. */
    static final class OutOfMemory {
        public static void main(String[] arguments) throws Exception {
            RecordedProgram program = new RecordedProgram(Path.of(arguments[0]));
            int s = program.sites(WRITE, "int[]", WRITE, "p.C.x", ACQUIRE, "", RELEASE, "", ACQUIRE, "", RELEASE, "");
            RecordingThread probe = program.attach();
            RecordedProgram.Cell cell = new RecordedProgram.Cell();
            List<int[]> kept = new ArrayList<>();
            int errors = 0;
            try {
                while (true) {
                    int[] array = new int[2];
                    probe.writeElement(array, 1, s);
                    kept.add(array);
                }
            } catch (OutOfMemoryError expected) {
                for (int i = 0; i < 1000; i++) {
                    probe.writeElement(kept.get(i), 0, s);
                    probe.afterEnter(kept.get(i), s + 2);
                    probe.beforeExit(kept.get(i), s + 3);
                }
                kept.clear();
                errors++;
            }
            probe.afterEnter(cell, s + 4);
            probe.write(cell, s + 1);
            probe.beforeExit(cell, s + 5);
            Thread thread = program.thread(other -> {
                other.afterEnter(cell, s + 4);
                other.write(cell, s + 1);
                other.beforeExit(cell, s + 5);
            });
            thread.start();
            thread.join();
            program.recorder.exiting(Thread.currentThread());
            program.recorder.close();
            System.exit(errors == 1 ? 0 : 1);
        }
    }

    @Test
    void haltLosesNothingThatWasWritten() throws Exception {
        Trace trace = runInOwnProcess(Halt.class, "-Xmx64m");
        assertThat(trace.run().complete()).isFalse();
        assertThat(count(trace, ACQUIRE, 1)).isEqualTo(100_000);
        assertThat(count(trace, RELEASE, 2)).isEqualTo(99_999);
    }

    /** Ends inside a critical section without any shutdown. */
    static final class Halt {
        public static void main(String[] arguments) {
            RecordedProgram program = new RecordedProgram(Path.of(arguments[0]));
            int s = program.sites(ACQUIRE, "", RELEASE, "");
            RecordingThread probe = program.attach();
            Object[] locks = {new Object(), new RecordedProgram.Cell(), new StringBuilder()};
            for (int i = 0; ; i++) {
                probe.afterEnter(locks[i % 3], s);
                if (i == 99_999) {
                    Runtime.getRuntime().halt(0);
                }
                probe.beforeExit(locks[i % 3], s + 1);
            }
        }
    }

    private Trace runInOwnProcess(Class<?> main, String option) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(directory.resolve("output")))
                .isZero();
        try (var folders = Files.list(directory)) {
            Path folder = folders.filter(Files::isDirectory).findFirst().orElseThrow();
            return dev.foretell.trace.io.TraceReader.read(folder).trace();
        }
    }

    @Test
    void logsOfManyChunksComeBackWholeAlsoFromInterruptedThreads() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(FORK, "", JOIN, "", WRITE, "int[]", READ, "int[]");
        int[] array = new int[1 << 16];
        int rounds = 6;
        program.run(
                s,
                s + 1,
                List.of(
                        probe -> {
                            Thread.currentThread().interrupt();
                            for (int i = 0; i < rounds * array.length; i++) {
                                // No stride fits, so every access takes a record.
                                probe.writeElement(array, i * i & array.length - 1, s + 2);
                            }
                            assertThat(Thread.currentThread().isInterrupted()).isTrue();
                        },
                        probe -> {
                            for (int i = 0; i < rounds * array.length; i++) {
                                probe.readElement(array, i * i & array.length - 1, s + 3);
                            }
                        }));
        Trace trace = program.end().trace();
        assertThat(Files.size(program.recorder.folder().resolve("events"))).isGreaterThan(1 << 20);
        assertThat(count(trace, WRITE, s + 2)).isEqualTo((long) rounds * array.length);
        assertThat(count(trace, READ, s + 3)).isEqualTo((long) rounds * array.length);
    }

    @Test
    void whatThreadsDoAfterTheEndOfTheRunDoesNoHarm() throws Exception {
        RecordedProgram program = new RecordedProgram(directory);
        int s = program.sites(FORK, "", JOIN, "", WRITE, "int[]", ACQUIRE, "", RELEASE, "");
        int[] array = new int[1000];
        RecordingThread main = program.attach();
        main.afterEnter(array, s + 3);
        program.recorder.close();
        for (int i = 0; i < 10_000; i++) {
            main.writeElement(array, i * i % 1000, s + 2);
        }
        main.beforeExit(array, s + 4);
        program.run(s, s + 1, List.of(probe -> probe.writeElement(array, 0, s + 2)));
        program.recorder.exiting(Thread.currentThread());
        program.recorder.stop("disk full");
        Trace trace = program.read().trace();
        assertThat(trace.run().complete()).isTrue();
        assertThat(trace.run().warnings()).isEmpty();
        assertThat(RecordedProgram.lines(trace)).startsWith("main BEGIN", "main ACQUIRE int[]");
    }

    @Test
    void recorderThatCannotWriteLetsTheProgramRun() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Recorder recorder = new Recorder(AgentOptions.of(AgentOptions.Mode.RECORD, file));
        RecordingThread probe = (RecordingThread) recorder.attach(Thread.currentThread());
        Object target = new Object();
        probe.write(target, 1);
        probe.afterEnter(target, 2);
        probe.beforeVolatile(target, 3);
        probe.afterVolatile(target, 3);
        probe.beforeWait(target, 0, 4);
        probe.afterWait(target, 4);
        probe.beforeExit(target, 2);
        probe.enterInitializer(5);
        probe.exitInitializer(5);
        probe.beforeStart(new Thread(), 6);
        probe.cloned(target, new Object());
        recorder.starting(new Thread());
        recorder.uncaught(Thread.currentThread(), new Error());
        recorder.exiting(Thread.currentThread());
        recorder.close();
        assertThat(Files.size(file)).isZero();
    }

    /** The compiler's limit: the fast path must stay below it, and the slow one above, see AccessLog. */
    @Test
    void fastPathIsSmallEnoughToBeInlinedAndSlowPathTooLarge() throws Exception {
        ClassNode node = new ClassNode();
        new ClassReader(AccessLog.class.getResourceAsStream("AccessLog.class")).accept(node, 0);
        for (MethodNode method : node.methods) {
            int size = sizeOf(method);
            switch (method.name) {
                case "access", "accessElement", "accessStatic" ->
                    assertThat(size).as(method.name).isLessThan(325);
                case "slow" -> assertThat(size).isGreaterThan(325);
                default -> assertThat(method.name).isNotEmpty();
            }
        }
    }

    private static int sizeOf(MethodNode method) {
        LabelNode end = new LabelNode();
        method.instructions.add(end);
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, 0, "Copy", null, "java/lang/Object", null);
        method.accept(writer);
        return end.getLabel().getOffset();
    }
}
