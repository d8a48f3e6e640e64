// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Data that no programmer wrote: coverage counters, the compiler's switch tables and assertion flags. Coverage counters
 * race by design; the others never change after their class initialiser.
 *
 * <p>JaCoCo fetches its {@code boolean[]} at the start of a method, by a call or a dynamic constant, into a local of
 * its own, and marks a branch by {@code array[constant] = true}.
 */
final class ToolData {
    /** The local that holds JaCoCo's array, or -1. */
    private final int coverageArray;

    private boolean usesSwitchTable;

    ToolData(MethodNode method) {
        coverageArray = findCoverageArray(method);
    }

    /** To be called for every field instruction, in order. */
    boolean isField(String name) {
        if (name.charAt(0) != '$') {
            return false;
        }
        boolean switchTable = name.startsWith("$SwitchMap$");
        usesSwitchTable |= switchTable;
        return switchTable || name.equals("$assertionsDisabled") || name.startsWith("$jacoco");
    }

    static boolean isMethod(String name) {
        return name.startsWith("$jacoco");
    }

    private static int findCoverageArray(MethodNode method) {
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            boolean fetches = (node instanceof MethodInsnNode call && call.name.equals("$jacocoInit"))
                    || (node instanceof LdcInsnNode constant
                            && constant.cst instanceof ConstantDynamic dynamic
                            && dynamic.getName().equals("$jacocoData"));
            if (fetches) {
                AbstractInsnNode next = real(node.getNext(), true);
                if (next != null && next.getOpcode() == Opcodes.CHECKCAST) { // the dynamic constant is an Object
                    next = real(next.getNext(), true);
                }
                return next instanceof VarInsnNode store && store.getOpcode() == Opcodes.ASTORE ? store.var : -1;
            }
            if (node.getOpcode() == Opcodes.GOTO) {
                return -1;
            }
        }
        return -1;
    }

    /** Whether the array of this load or store is such data; to be called in the order of the instructions. */
    boolean isElement(AbstractInsnNode access) {
        if (access.getOpcode() == Opcodes.BASTORE) {
            return coverageArray >= 0
                    && back(access, 3) instanceof VarInsnNode load
                    && load.getOpcode() == Opcodes.ALOAD
                    && load.var == coverageArray;
        }
        return access.getOpcode() == Opcodes.IALOAD && usesSwitchTable && isSwitchTable(access);
    }

    /** {@code switch ($SwitchMap$E[e.ordinal()])}, as compilers translate a switch over an enum. */
    private static boolean isSwitchTable(AbstractInsnNode access) {
        AbstractInsnNode next = real(access.getNext(), true);
        boolean switches =
                next != null && (next.getOpcode() == Opcodes.TABLESWITCH || next.getOpcode() == Opcodes.LOOKUPSWITCH);
        return switches && back(access, 1) instanceof MethodInsnNode call && call.name.equals("ordinal");
    }

    private static AbstractInsnNode back(AbstractInsnNode node, int steps) {
        AbstractInsnNode result = node;
        for (int i = 0; i < steps && result != null; i++) {
            result = real(result.getPrevious(), false);
        }
        return result;
    }

    private static AbstractInsnNode real(AbstractInsnNode node, boolean forward) {
        AbstractInsnNode result = node;
        while (result != null && !ParsedClass.isReal(result)) {
            result = forward ? result.getNext() : result.getPrevious();
        }
        return result;
    }
}
