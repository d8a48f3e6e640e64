// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.code.JavaText;
import dev.foretell.flow.code.Program;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

class ControlFlowTest {
    private static final Program PROGRAM = JavaText.compile("""
            class Sample {
                int x; Sample next;
                void simple(Sample other) { x = 1; other.x = 2; }
                int caught(Sample other) {
                    try { return other.x; } catch (NullPointerException e) { return 0; } finally { x = 3; }
                }
                int loops(int n, Sample s) {
                    int sum = 0;
                    for (int i = 0; i < n; i++) {
                        switch (i) { case 1: sum += s.x; break; case 7: continue; default: s = s.next; }
                        try { if (sum > 9) throw new RuntimeException(); sum /= n; } \
                            catch (RuntimeException e) { sum--; }
                        while (s != null && s.x > 0) { if (s.x == 4) break; s = s.next; }
                    }
                    synchronized (this) { sum++; }
                    return sum;
                }
            }
            """);

    private static CodeMethod method(String name) {
        return PROGRAM.find("Sample").methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ControlFlow flow(CodeMethod method) {
        return new ControlFlow(method, new ValueNumbers(method));
    }

    private static int find(CodeMethod method, int opcode) {
        for (int i = 0; i < method.size(); i++) {
            if (method.instruction(i).getOpcode() == opcode) {
                return i;
            }
        }
        throw new AssertionError("no such instruction");
    }

    @Test
    void whatCannotFailDoesNotLeaveTheMethod() {
        CodeMethod method = method("simple");
        ControlFlow flow = flow(method);
        int own = find(method, Opcodes.PUTFIELD);
        assertThat(flow.escapes(own)).as("a field of this").isFalse();
        assertThat(flow.escapes(own + 3)).as("a field of what may be null").isTrue();
    }

    @Test
    void aHandlerForOneExceptionLetsOthersOn() {
        CodeMethod method = method("caught");
        ControlFlow flow = flow(method);
        int read = find(method, Opcodes.GETFIELD);
        assertThat(flow.handlers(read))
                .as("that of the catch and that of the finally")
                .hasSize(2);
        assertThat(flow.escapes(read)).as("the finally catches all").isFalse();
        assertThat(flow.escapes(find(method, Opcodes.ATHROW))).isTrue();
    }

    /** A dominates B when B cannot be reached without A. */
    @Test
    void dominatorsAreWhatEveryWayPasses() {
        for (String name : new String[] {"simple", "caught", "loops"}) {
            ControlFlow flow = flow(method(name));
            Dominators dominators = new Dominators(flow);
            BitSet all = reach(flow, -1);
            for (int without = 0; without < flow.size(); without++) {
                BitSet left = reach(flow, without);
                for (int at = 0; at < flow.size(); at++) {
                    assertThat(flow.isReachable(at)).isEqualTo(all.get(at));
                    assertThat(dominators.isReachable(at)).isEqualTo(all.get(at));
                    boolean passes = all.get(at) && all.get(without) && (at == without || !left.get(at));
                    assertThat(dominators.dominates(without, at))
                            .as("%s: %d dominates %d", name, without, at)
                            .isEqualTo(passes);
                }
            }
        }
    }

    private static BitSet reach(ControlFlow flow, int without) {
        BitSet reached = new BitSet();
        Deque<Integer> todo = new ArrayDeque<>();
        if (without != 0) {
            todo.add(0);
            reached.set(0);
        }
        while (!todo.isEmpty()) {
            int at = todo.remove();
            for (int[] targets : new int[][] {flow.next(at), flow.handlers(at)}) {
                for (int to : targets) {
                    if (to != without && !reached.get(to)) {
                        reached.set(to);
                        todo.add(to);
                    }
                }
            }
        }
        return reached;
    }
}
