// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.code.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Interprets a {@link RandomProgram} on all paths: a branch goes either way, what can throw throws or does not. It
 * shares no code with the analyses.
 */
final class AllPathsInterpreter {
    /** Called back with the steps of a run, in their order. */
    interface Listener {
        /** An instruction is about to be executed. */
        void at(CodeMethod method, int instruction);

        /** An access is being executed; {@code object} is 0 for a static field. */
        void access(CodeMethod method, int instruction, String variable, int object, boolean write);

        void thrownOut(CodeMethod method);

        /** @param whole false when the run was cut off */
        void end(boolean whole);
    }

    /** A reference; {@code sure} when it cannot be null. */
    private record Reference(int object, boolean sure) {}

    private static final class Frame {
        final CodeMethod method;
        final Object[] locals = new Object[8];
        final Deque<Object> stack = new ArrayDeque<>();
        final int[] visits;
        int pc;

        Frame(CodeMethod method) {
            this.method = method;
            this.visits = new int[method.size()];
        }
    }

    private static final int MOST_VISITS = 3;
    private static final int MOST_STEPS = 160;

    private final Program program;
    private final Listener listener;
    /** The choices of this run, and how many there were at each. */
    private final List<Integer> choices = new ArrayList<>();

    private int chosen;
    private final Deque<Frame> frames = new ArrayDeque<>();

    AllPathsInterpreter(Program program, Listener listener) {
        this.program = program;
        this.listener = listener;
    }

    /** Returns false when there were more runs than allowed. */
    boolean runAll(CodeMethod root, int first, int second, int mostRuns) {
        choices.clear();
        for (int run = 0; run < mostRuns; run++) {
            chosen = 0;
            run(root, first, second);
            while (!choices.isEmpty() && choices.get(choices.size() - 1) == 1) {
                choices.remove(choices.size() - 1);
            }
            if (choices.isEmpty()) {
                return true;
            }
            choices.set(choices.size() - 1, 1);
        }
        return false;
    }

    /** False first. */
    private boolean choose() {
        if (chosen == choices.size()) {
            choices.add(0);
        }
        return choices.get(chosen++) == 1;
    }

    private void run(CodeMethod root, int first, int second) {
        frames.clear();
        Frame frame = new Frame(root);
        frame.locals[0] = new Reference(first, !root.isStatic());
        frame.locals[1] = new Reference(second, false);
        frames.push(frame);
        int steps = 0;
        while (!frames.isEmpty()) {
            Frame top = frames.peek();
            if (++steps > MOST_STEPS || ++top.visits[top.pc] > MOST_VISITS) {
                listener.end(false);
                return;
            }
            step(top);
        }
        listener.end(true);
    }

    private void step(Frame frame) {
        int at = frame.pc;
        listener.at(frame.method, at);
        AbstractInsnNode node = frame.method.instruction(at);
        frame.pc = at + 1;
        switch (node.getOpcode()) {
            case Opcodes.NOP -> {}
            case Opcodes.ALOAD, Opcodes.ILOAD -> {
                Object value = frame.locals[((VarInsnNode) node).var];
                frame.stack.push(value == null ? 0 : value);
            }
            case Opcodes.ASTORE -> frame.locals[((VarInsnNode) node).var] = frame.stack.pop();
            case Opcodes.ICONST_1, Opcodes.ACONST_NULL -> frame.stack.push(1);
            case Opcodes.POP -> frame.stack.pop();
            case Opcodes.DUP -> frame.stack.push(frame.stack.peek());
            case Opcodes.IADD -> frame.stack.pop();
            case Opcodes.IDIV -> {
                if (choose()) {
                    raise(at);
                } else {
                    frame.stack.pop();
                }
            }
            case Opcodes.GOTO -> frame.pc = index(frame.method, ((JumpInsnNode) node).label);
            case Opcodes.IFEQ -> {
                frame.stack.pop();
                frame.pc = choose() ? index(frame.method, ((JumpInsnNode) node).label) : at + 1;
            }
            case Opcodes.RETURN -> frames.pop();
            case Opcodes.ATHROW -> raise(at);
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC, Opcodes.GETFIELD, Opcodes.PUTFIELD ->
                access(frame, (FieldInsnNode) node, at);
            case Opcodes.INVOKESTATIC, Opcodes.INVOKEVIRTUAL -> call(frame, (MethodInsnNode) node, at);
            default -> throw new IllegalStateException("opcode " + node.getOpcode());
        }
    }

    private void access(Frame frame, FieldInsnNode node, int at) {
        int opcode = node.getOpcode();
        boolean write = opcode == Opcodes.PUTSTATIC || opcode == Opcodes.PUTFIELD;
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        if (write) {
            frame.stack.pop();
        }
        Reference object = isStatic ? new Reference(0, true) : (Reference) frame.stack.pop();
        if (!object.sure() && choose()) {
            raise(at);
            return;
        }
        listener.access(frame.method, at, "p.P." + node.name, object.object(), write);
        if (!write) {
            frame.stack.push(1);
        }
    }

    private void call(Frame frame, MethodInsnNode node, int at) {
        frame.stack.pop();
        Reference second = (Reference) frame.stack.pop();
        Reference first = (Reference) frame.stack.pop();
        if (choose()) {
            raise(at);
            return;
        }
        CodeMethod called = program.find(RandomProgram.NAME).method(node.name + node.desc);
        Frame inner = new Frame(called);
        inner.locals[0] = called.isStatic() ? first : new Reference(first.object(), true);
        inner.locals[1] = second;
        frames.push(inner);
    }

    /** By the instruction at this position of the topmost frame. */
    private void raise(int at) {
        int place = at;
        while (!frames.isEmpty()) {
            Frame frame = frames.peek();
            for (TryCatchBlockNode block : frame.method.node().tryCatchBlocks) {
                if (index(frame.method, block.start) <= place && place < index(frame.method, block.end)) {
                    frame.stack.clear();
                    frame.stack.push(1);
                    frame.pc = index(frame.method, block.handler);
                    return;
                }
            }
            listener.thrownOut(frame.method);
            frames.pop();
            place = frames.isEmpty() ? 0 : frames.peek().pc - 1;
        }
    }

    private static int index(CodeMethod method, LabelNode label) {
        int index = 0;
        for (AbstractInsnNode node : method.node().instructions) {
            if (node == label) {
                return index;
            }
            index += node.getOpcode() >= 0 ? 1 : 0;
        }
        throw new IllegalStateException("no such label");
    }
}
