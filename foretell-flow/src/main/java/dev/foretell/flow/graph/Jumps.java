// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import dev.foretell.bytecode.ClassTree;
import dev.foretell.flow.code.CodeMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Where control can go by the instructions alone, whatever the values are. */
final class Jumps {
    static final int[] NOWHERE = {};

    /**
     * A line of the exception table, from the first instruction to before {@code end}; {@code all} when it catches
     * everything.
     */
    record Handler(int start, int end, int target, boolean all) {}

    private final CodeMethod method;
    private final int[][] next;
    private final List<Handler> handlers = new ArrayList<>();

    Jumps(CodeMethod method) {
        this.method = method;
        this.next = new int[method.size()][];
        Map<LabelNode, Integer> labels = labels();
        int[] behindJsr = behindJsr();
        for (int i = 0; i < next.length; i++) {
            next[i] = next(i, labels, behindJsr);
        }
        for (TryCatchBlockNode block : method.node().tryCatchBlocks) {
            boolean all = block.type == null || block.type.equals("java/lang/Throwable");
            int end = Math.min(labels.get(block.end), next.length);
            handlers.add(new Handler(labels.get(block.start), end, labels.get(block.handler), all));
        }
    }

    int[] next(int instruction) {
        return next[instruction];
    }

    List<Handler> handlers() {
        return handlers;
    }

    private Map<LabelNode, Integer> labels() {
        Map<LabelNode, Integer> found = new IdentityHashMap<>();
        int index = 0;
        for (AbstractInsnNode node : method.node().instructions) {
            if (node instanceof LabelNode label) {
                found.put(label, index);
            } else if (ClassTree.isReal(node)) {
                index++;
            }
        }
        return found;
    }

    /** A subroutine can return to behind each call of any; more precision is not worth it for classes that old. */
    private int[] behindJsr() {
        int[] found = new int[method.size()];
        int count = 0;
        for (int i = 0; i + 1 < method.size(); i++) {
            if (method.instruction(i).getOpcode() == Opcodes.JSR) {
                found[count++] = i + 1;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private int[] next(int index, Map<LabelNode, Integer> labels, int[] behindJsr) {
        AbstractInsnNode node = method.instruction(index);
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
            return NOWHERE;
        }
        if (opcode == Opcodes.RET) {
            return behindJsr;
        }
        if (node instanceof JumpInsnNode jump) {
            int target = labels.get(jump.label);
            boolean always = opcode == Opcodes.GOTO || opcode == Opcodes.JSR;
            return always || target == index + 1 ? new int[] {target} : new int[] {index + 1, target};
        }
        if (node instanceof TableSwitchInsnNode table) {
            return targets(table.labels, table.dflt, labels);
        }
        if (node instanceof LookupSwitchInsnNode lookup) {
            return targets(lookup.labels, lookup.dflt, labels);
        }
        return index + 1 < method.size() ? new int[] {index + 1} : NOWHERE;
    }

    private static int[] targets(List<LabelNode> cases, LabelNode other, Map<LabelNode, Integer> labels) {
        int[] found = new int[cases.size() + 1];
        found[0] = labels.get(other);
        for (int i = 0; i < cases.size(); i++) {
            found[i + 1] = labels.get(cases.get(i));
        }
        return Arrays.stream(found).distinct().toArray();
    }
}
