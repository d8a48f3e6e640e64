package dev.foretell.flow.graph;

import dev.foretell.flow.code.CodeMethod;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Where control can go from each instruction of a method: on, when the instruction is done, or to a handler, when it throws instead.
 * Errors that any instruction may meet at any time (no memory for the JVM itself, {@code Thread.stop}) are left aside.
 */
public final class ControlFlow {
    private static final int[] NOWHERE = {};

    private final CodeMethod method;
    private final int[][] next;
    private final int[][] handlers;
    private final boolean[] escapes;
    private final BitSet reachable = new BitSet();

    public ControlFlow(CodeMethod method, Values values) {
        this.method = method;
        int size = method.size();
        next = new int[size][];
        handlers = new int[size][];
        escapes = new boolean[size];
        Map<LabelNode, Integer> labels = labels();
        int[] behindJsr = behindJsr();
        for (int i = 0; i < size; i++) {
            next[i] = next(i, labels, behindJsr);
            handlers[i] = NOWHERE;
            escapes[i] = mayThrow(method, i, values);
        }
        handlers(labels);
        reach();
    }

    private void reach() {
        Deque<Integer> todo = new ArrayDeque<>();
        if (next.length > 0) {
            todo.add(0);
            reachable.set(0);
        }
        while (!todo.isEmpty()) {
            int at = todo.remove();
            for (int[] targets : new int[][] {next[at], handlers[at]}) {
                for (int to : targets) {
                    if (!reachable.get(to)) {
                        reachable.set(to);
                        todo.add(to);
                    }
                }
            }
        }
    }

    private Map<LabelNode, Integer> labels() {
        Map<LabelNode, Integer> found = new IdentityHashMap<>();
        int index = 0;
        for (AbstractInsnNode node : method.node().instructions) {
            if (node instanceof LabelNode label) {
                found.put(label, index);
            } else if (node.getOpcode() >= 0) {
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

    /** In the order of the table; what comes after a handler for everything is never reached. */
    private void handlers(Map<LabelNode, Integer> labels) {
        boolean[] throwing = escapes.clone();
        for (TryCatchBlockNode block : method.node().tryCatchBlocks) {
            int handler = labels.get(block.handler);
            int end = Math.min(labels.get(block.end), method.size());
            boolean all = block.type == null || block.type.equals("java/lang/Throwable");
            for (int i = labels.get(block.start); i < end; i++) {
                if (throwing[i] && escapes[i]) {
                    int[] known = handlers[i];
                    if (Arrays.stream(known).noneMatch(each -> each == handler)) {
                        handlers[i] = Arrays.copyOf(known, known.length + 1);
                        handlers[i][known.length] = handler;
                    }
                    escapes[i] = !all;
                }
            }
        }
    }

    static boolean mayThrow(CodeMethod method, int index, Values values) {
        AbstractInsnNode node = method.instruction(index);
        int opcode = node.getOpcode();
        switch (opcode) {
            case Opcodes.GETFIELD, Opcodes.PUTFIELD:
                return !values.isNonNull(values.taken(index, 0));
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC:
                return !((FieldInsnNode) node).owner.equals(method.owner().name()); // its initialiser may fail
            case Opcodes.IDIV, Opcodes.LDIV, Opcodes.IREM, Opcodes.LREM:
            case Opcodes.ARRAYLENGTH, Opcodes.ATHROW, Opcodes.CHECKCAST:
            case Opcodes.MONITORENTER, Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY:
                return true;
            default:
                boolean element = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
                        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
                return element || opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
        }
    }

    public int size() {
        return next.length;
    }

    /** Whether there is any way to it. */
    public boolean isReachable(int instruction) {
        return reachable.get(instruction);
    }

    /** Where control goes when the instruction is done. */
    public int[] next(int instruction) {
        return next[instruction];
    }

    /** Where it goes when the instruction throws. */
    public int[] handlers(int instruction) {
        return handlers[instruction];
    }

    /** Whether the method can be left by an exception of this instruction. */
    public boolean escapes(int instruction) {
        return escapes[instruction];
    }

    /** Whether the method returns here. */
    public boolean isReturn(int instruction) {
        int opcode = method.instruction(instruction).getOpcode();
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }
}
