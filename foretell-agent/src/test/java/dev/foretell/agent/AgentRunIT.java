// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.RunInfo;
import dev.foretell.trace.io.TraceReader;
import dev.foretell.trace.options.AgentOptions;
import dev.foretell.trace.options.Owner;
import dev.foretell.trace.options.RejectedClass;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The packaged agent in real programs: whatever it does, the program must not notice. */
class AgentRunIT {
    @TempDir
    Path work;

    static List<Path> jdks() throws IOException {
        return Agents.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void leavesOutputAndExitCodeAsTheyWere(Path jdk) throws Exception {
        Agents.Result plain = Agents.run(jdk, work, "-cp", Agents.testClasses(), "sample.Program");
        assertThat(plain.exit()).as(plain.err()).isEqualTo(3);
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        assertThat(Agents.run(jdk, work, agent, "-cp", Agents.testClasses(), "sample.Program"))
                .isEqualTo(plain);
    }

    /** With the verifier on for the JDK's classes, too: a mistake in them would be a crash otherwise. */
    @ParameterizedTest
    @MethodSource("jdks")
    void leavesThemAsTheyWereAlsoWhenItLooksIntoTheJdk(Path jdk) throws Exception {
        String[] verifier = {"-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"};
        Agents.Result plain = Agents.run(jdk, work, "-cp", Agents.testClasses(), "sample.Program");
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD, "java.util.**", "java.text.**");
        assertThat(Agents.run(
                        jdk, work, verifier[0], verifier[1], agent, "-cp", Agents.testClasses(), "sample.Program"))
                .isEqualTo(plain);
    }

    /**
     * Classes that are being loaded while they get their probes, and patterns that name none which can have any: what
     * cannot be done is said, and nothing breaks.
     */
    @ParameterizedTest
    @MethodSource("jdks")
    void looksIntoSingleClassesOfTheJdk(Path jdk) throws Exception {
        Agents.Result plain = Agents.run(jdk, work, "-cp", Agents.testClasses(), "sample.Program");
        String agent = Agents.agent(
                work,
                AgentOptions.Mode.RECORD,
                "java.util.AbstractMap",
                "java.util.TreeMap",
                "java.lang.String",
                "sun.**");
        assertThat(Agents.run(jdk, work, agent, "-cp", Agents.testClasses(), "sample.Program"))
                .isEqualTo(plain);
        try (Stream<Path> traces = Files.list(work.resolve("trace"))) {
            RunInfo run =
                    TraceReader.read(traces.findFirst().orElseThrow()).trace().run();
            assertThat(run.classes().failed()).isEmpty();
            assertThat(run.classes().partial())
                    .filteredOn(each -> !each.contains("native method"))
                    .containsExactlyInAnyOrder(
                            "--include java.lang.String: names no class of the JDK that can be instrumented; these are"
                                    + " in java.util and java.text",
                            "--include sun.**: names no class of the JDK that can be instrumented; these are in"
                                    + " java.util and java.text");
        }
    }

    /** A mistake is planted in the instrumentation of one class, which then runs as it is and is named as failed. */
    @ParameterizedTest
    @MethodSource("jdks")
    void leavesAClassAsItWasThatTheVerifierWouldRefuse(Path jdk) throws Exception {
        Agents.Result plain = Agents.run(jdk, work, "-cp", Agents.testClasses(), "sample.Program");
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        String mistake = "-Ddev.foretell.planted=sample.Program";
        assertThat(Agents.run(jdk, work, agent, mistake, "-cp", Agents.testClasses(), "sample.Program"))
                .isEqualTo(plain);
        try (Stream<Path> traces = Files.list(work.resolve("trace"))) {
            RunInfo run =
                    TraceReader.read(traces.findFirst().orElseThrow()).trace().run();
            assertThat(run.classes().failed())
                    .hasSize(1)
                    .allMatch(
                            failed -> failed.startsWith("sample.Program: the verifier would refuse it with probes, "));
        }
    }

    /** As before, but only the JVM finds out, which is too late for the program; the class is named all the same. */
    @ParameterizedTest
    @MethodSource("jdks")
    void namesAClassThatTheJvmRefusesBecauseOfItsProbes(Path jdk) throws Exception {
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        String mistake = "-Ddev.foretell.planted=sample.Fields!";
        Agents.Result result = Agents.run(jdk, work, agent, mistake, "-cp", Agents.testClasses(), "sample.Program");
        assertThat(result.err()).contains("java.lang.VerifyError");
        assertThat(RejectedClass.first(work.resolve("trace"))).hasValueSatisfying(refused -> {
            assertThat(refused.name()).isEqualTo("sample.Fields");
            assertThat(refused.problem()).startsWith("java.lang.VerifyError: ");
        });
        try (Stream<Path> traces = Files.list(work.resolve("trace"))) {
            RunInfo run = TraceReader.read(
                            traces.filter(Files::isDirectory).findFirst().orElseThrow())
                    .trace()
                    .run();
            assertThat(run.classes().failed())
                    .hasSize(1)
                    .allMatch(failed -> failed.startsWith("sample.Fields: the JVM refused it with probes, "));
        }
    }

    /** A class that is wrong by itself, in a way that the agent does not see, and errors that the program makes. */
    @ParameterizedTest
    @MethodSource("jdks")
    void leavesErrorsThatAreTheProgramsOwnToTheProgram(Path jdk) throws Exception {
        Path classes = Files.createDirectories(work.resolve("classes"));
        Files.write(classes.resolve("WrongType.class"), wrongType());
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        String path = Agents.testClasses() + File.pathSeparator + classes;
        Agents.Result plain = Agents.run(jdk, work, "-cp", path, "sample.OwnErrors");
        assertThat(plain.out()).isEqualTo("java.lang.VerifyError\njava.lang.VerifyError\n");
        assertThat(Agents.run(jdk, work, agent, "-cp", path, "sample.OwnErrors"))
                .isEqualTo(plain);
        assertThat(RejectedClass.first(work.resolve("trace"))).isEmpty();
    }

    /** Calls a method of String on another object. */
    private static byte[] wrongType() {
        ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        out.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "WrongType", null, "java/lang/Object", null);
        out.visitField(Opcodes.ACC_STATIC, "count", "I", null, null).visitEnd();
        MethodVisitor run =
                out.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(Ljava/lang/Object;)I", null, null);
        run.visitCode();
        run.visitInsn(Opcodes.ICONST_1);
        run.visitFieldInsn(Opcodes.PUTSTATIC, "WrongType", "count", "I");
        run.visitVarInsn(Opcodes.ALOAD, 0);
        run.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
        run.visitInsn(Opcodes.IRETURN);
        run.visitMaxs(0, 0);
        run.visitEnd();
        out.visitEnd();
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void letsTheProgramRunWhenItsOptionsAreMissing(Path jdk) throws Exception {
        String agent = "-javaagent:" + Agents.jar() + "=" + work.resolve("nowhere.properties");
        Agents.Result result = Agents.run(jdk, work, agent, "-cp", Agents.testClasses(), "sample.Hello");
        assertThat(result.exit()).isZero();
        assertThat(result.out()).isEqualTo("hello\n");
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err())
                .startsWith("foretell: the agent's options cannot be read from ")
                .contains("nowhere.properties");
    }

    @Test
    void endsTheProgramOfAToolThatIsGoneButNotOneThatBelongsToNone() throws Exception {
        Path jdk = Agents.jdks().get(0);
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        Path options = work.resolve(AgentOptions.Mode.RECORD + ".properties");
        Process tool = new ProcessBuilder(jdk.resolve("bin/java").toString(), "-version").start();
        assertThat(tool.waitFor()).isZero();
        Owner gone = new Owner(tool.pid(), 1, Owner.current().space());
        AgentOptions.read(options).with(AgentOptions.OWNER, gone).write(options);
        String[] program = {agent, "-cp", Agents.testClasses(), "sample.Forever"};
        assertThat(Agents.run(jdk, work, program).exit()).isEqualTo(143);
        AgentOptions.read(options).with(AgentOptions.OWNER, Owner.NONE).write(options);
        program[3] = "sample.Hello";
        assertThat(Agents.run(jdk, work, program)).isEqualTo(new Agents.Result(0, "hello\n", ""));
    }

    @Test
    void letsTheProgramRunWhenItIsNamedTwice() throws Exception {
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        Path jdk = Agents.jdks().get(0);
        Agents.Result result = Agents.run(jdk, work, agent, agent, "-cp", Agents.testClasses(), "sample.Hello");
        assertThat(result.exit()).isZero();
        assertThat(result.out()).isEqualTo("hello\n");
        assertThat(result.err().lines()).hasSize(1).allMatch(line -> line.startsWith("foretell: "));
    }

    @Test
    void leavesANoteWhenItCannotStart() throws Exception {
        Path options = work.resolve("bad.properties");
        Files.writeString(options, "mode=NONSENSE\ndirectory=" + work.resolve("notes") + "\n");
        String agent = "-javaagent:" + Agents.jar() + "=" + options;
        Path jdk = Agents.jdks().get(0);
        Agents.Result result = Agents.run(jdk, work, agent, "-cp", Agents.testClasses(), "sample.Hello");
        assertThat(result.exit()).isZero();
        assertThat(result.out()).isEqualTo("hello\n");
        assertThat(result.err().lines()).hasSize(1).allMatch(line -> line.startsWith("foretell: "));
        assertThat(work.resolve("notes/agent-failed")).content().contains("NONSENSE");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void addsNothingToWhatThePlainJvmPrintsWhenNamedInTheEnvironment(Path jdk) throws Exception {
        String agent = Agents.agent(work, AgentOptions.Mode.RECORD);
        Agents.Result result = Agents.runWith(
                Map.of("JAVA_TOOL_OPTIONS", agent), jdk, work, "-cp", Agents.testClasses(), "sample.Hello");
        assertThat(result).isEqualTo(new Agents.Result(0, "hello\n", "Picked up JAVA_TOOL_OPTIONS: " + agent + "\n"));
    }
}
