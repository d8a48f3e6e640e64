// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import dev.foretell.flow.code.CodeMethod;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * The control flow of a method: from each instruction to its successors when it completes, or to handlers when it
 * throws. Errors that any instruction may throw at any time (no memory for the JVM itself, {@code Thread.stop}) are
 * ignored.
 */
public final class ControlFlow {
    private final CodeMethod method;
    private final int[][] next;
    private final int[][] handlers;
    private final boolean[] escapes;
    private final BitSet reachable = new BitSet();

    public ControlFlow(CodeMethod method, ValueNumbers values) {
        this.method = method;
        int size = method.size();
        next = new int[size][];
        handlers = new int[size][];
        escapes = new boolean[size];
        Jumps jumps = new Jumps(method);
        for (int i = 0; i < size; i++) {
            next[i] = jumps.next(i);
            handlers[i] = Jumps.NOWHERE;
            escapes[i] = mayThrow(method, i, values);
        }
        handlers(jumps);
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

    /** In the order of the table; what comes after a handler for everything is never reached. */
    private void handlers(Jumps jumps) {
        for (Jumps.Handler handler : jumps.handlers()) {
            int target = handler.target();
            for (int i = handler.start(); i < handler.end(); i++) {
                if (escapes[i]) {
                    int[] known = handlers[i];
                    if (Arrays.stream(known).noneMatch(each -> each == target)) {
                        handlers[i] = Arrays.copyOf(known, known.length + 1);
                        handlers[i][known.length] = target;
                    }
                    escapes[i] = !handler.all();
                }
            }
        }
    }

    static boolean mayThrow(CodeMethod method, int index, ValueNumbers values) {
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

    /** Whether there is any path to it. */
    public boolean isReachable(int instruction) {
        return reachable.get(instruction);
    }

    /** The successors when the instruction completes. */
    public int[] next(int instruction) {
        return next[instruction];
    }

    /** The successors when the instruction throws. */
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
