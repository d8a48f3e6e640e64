// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Mistakes in stack maps are found before the JVM finds them. */
class StackMapCheckTest {
    private static List<String> problems(ParsedClass parsed) {
        List<String> problems = new ArrayList<>();
        for (MethodNode method : parsed.methods) {
            String problem = method.instructions.size() == 0 ? null : StackMapCheck.problem(parsed, method);
            if (problem != null) {
                problems.add(problem);
            }
        }
        return problems;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sample.Handlers", "sample.Monitors", "sample.Shapes", "sample.Arrays", "java.lang.String"})
    void findsNothingInWhatACompilerMade(String name) {
        assertThat(problems(new ParsedClass(InstrumentationRig.bytes(name)))).isEmpty();
    }

    /** As a handler's stack map once did with the local that the handler then loads. */
    @Test
    void findsALocalThatAStackMapForgets() {
        ParsedClass parsed = new ParsedClass(InstrumentationRig.bytes("sample.Handlers"));
        int maps = 0;
        for (MethodNode method : parsed.methods) {
            for (AbstractInsnNode node : method.instructions) {
                if (node instanceof FrameNode map
                        && node.getNext() instanceof VarInsnNode load
                        && load.getOpcode() < Opcodes.ISTORE) {
                    List<Object> before = map.local;
                    map.local = List.of();
                    assertThat(problems(parsed)).hasSize(1);
                    maps++;
                    map.local = before;
                }
            }
        }
        assertThat(problems(parsed)).isEmpty();
        assertThat(maps).isPositive();
    }

    @Test
    void findsAStackMapThatAsksForTooMuch() {
        ParsedClass parsed = new ParsedClass(InstrumentationRig.bytes("sample.Handlers"));
        for (MethodNode method : parsed.methods) {
            for (AbstractInsnNode node : method.instructions) {
                if (node instanceof FrameNode map && method.name.equals("inCatchWithFinally")) {
                    List<Object> more = new ArrayList<>(map.local);
                    more.add(Opcodes.LONG);
                    map.local = more;
                }
            }
        }
        assertThat(problems(parsed))
                .hasSize(1)
                .allMatch(problem ->
                        problem.startsWith("inCatchWithFinally(Z)V: a stack map has another type for local"));
    }

    @Test
    void findsWhatIsLeftOnTheStack() {
        ParsedClass parsed = new ParsedClass(InstrumentationRig.bytes("sample.Handlers"));
        for (MethodNode method : parsed.methods) {
            if (method.name.equals("fail")) {
                method.instructions.insert(new InsnNode(Opcodes.ICONST_0));
            }
        }
        assertThat(problems(parsed)).containsExactly("fail(Z)V: a stack map has another depth than a jump to it");
    }
}
