// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the instructions of a constructor that work on {@code this} before {@code super(...)} has returned. The
 * verifier forbids to pass that object on, so they cannot have a probe (and need none: no other thread can have the
 * object).
 *
 * <p>Follows the code from its start along all paths and only up to the call of the other constructor, keeping for each
 * stack slot and local whether it holds the object under construction. Verified code has the same answer on every path
 * to an instruction, so each is visited once.
 */
final class UninitializedThis {
    private final MethodNode method;
    private final AbstractInsnNode[] code;
    private final Map<LabelNode, Integer> positions = new IdentityHashMap<>();
    private final boolean[] visited;
    private final Deque<State> work = new ArrayDeque<>();
    private final Set<AbstractInsnNode> found = Collections.newSetFromMap(new IdentityHashMap<>());

    private UninitializedThis(MethodNode method) {
        this.method = method;
        this.code = method.instructions.toArray();
        this.visited = new boolean[code.length];
        for (int i = 0; i < code.length; i++) {
            if (code[i] instanceof LabelNode label) {
                positions.put(label, i);
            }
        }
    }

    /** Field writes and monitor instructions on the object that is not initialised yet. */
    static Set<AbstractInsnNode> onUninitialized(MethodNode constructor) {
        UninitializedThis construction = new UninitializedThis(constructor);
        construction.run();
        return construction.found;
    }

    private void run() {
        State start = new State(0, new boolean[method.maxLocals], new boolean[method.maxStack + 1], 0);
        start.locals[0] = true;
        work.push(start);
        while (!work.isEmpty()) {
            State state = work.pop();
            while (state.at < code.length && !visited[state.at] && step(state)) {
                state.at++;
            }
        }
    }

    /** Returns whether the path continues with the next instruction. */
    private boolean step(State state) {
        AbstractInsnNode node = code[state.at];
        visited[state.at] = true;
        if (!ParsedClass.isReal(node)) {
            return true;
        }
        enterHandlers(state);
        int opcode = node.getOpcode();
        if (node instanceof MethodInsnNode call) {
            int arguments = Type.getArgumentsAndReturnSizes(call.desc) >> 2;
            if (opcode == Opcodes.INVOKESPECIAL && call.name.equals("<init>") && state.peek(arguments - 1)) {
                return false;
            }
        } else if (node instanceof FieldInsnNode field && opcode == Opcodes.PUTFIELD) {
            note(node, state.peek(Type.getType(field.desc).getSize()));
        } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
            note(node, state.peek(0));
        }
        state.execute(node);
        return follow(state, node);
    }

    private void note(AbstractInsnNode node, boolean uninitialized) {
        if (uninitialized) {
            found.add(node);
        }
    }

    private void enterHandlers(State state) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (positions.get(block.start) <= state.at && state.at < positions.get(block.end)) {
                State handler = state.copy(positions.get(block.handler));
                handler.depth = 0;
                handler.push(false);
                work.add(handler);
            }
        }
    }

    private boolean follow(State state, AbstractInsnNode node) {
        if (node instanceof JumpInsnNode jump) {
            work.add(state.copy(positions.get(jump.label)));
            return jump.getOpcode() != Opcodes.GOTO && jump.getOpcode() != Opcodes.JSR;
        }
        if (node instanceof TableSwitchInsnNode table) {
            jumpTo(state, table.dflt, table.labels);
            return false;
        }
        if (node instanceof LookupSwitchInsnNode lookup) {
            jumpTo(state, lookup.dflt, lookup.labels);
            return false;
        }
        int opcode = node.getOpcode();
        boolean ends = (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW;
        return !ends && opcode != Opcodes.RET;
    }

    private void jumpTo(State state, LabelNode other, Iterable<LabelNode> labels) {
        work.add(state.copy(positions.get(other)));
        for (LabelNode label : labels) {
            work.add(state.copy(positions.get(label)));
        }
    }

    /** Which slots hold the object under construction. */
    private static final class State {
        int at;
        private final boolean[] locals;
        private boolean[] stack;
        private int depth;

        State(int at, boolean[] locals, boolean[] stack, int depth) {
            this.at = at;
            this.locals = locals;
            this.stack = stack;
            this.depth = depth;
        }

        State copy(int target) {
            return new State(target, locals.clone(), stack.clone(), depth);
        }

        boolean peek(int below) {
            return depth > below && stack[depth - 1 - below];
        }

        void push(boolean value) {
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, depth * 2);
            }
            stack[depth++] = value;
        }

        private boolean pop() {
            return depth > 0 && stack[--depth];
        }

        void execute(AbstractInsnNode node) {
            int opcode = node.getOpcode();
            if (opcode == Opcodes.ALOAD) {
                push(locals[((VarInsnNode) node).var]);
            } else if (opcode == Opcodes.ASTORE) {
                locals[((VarInsnNode) node).var] = pop();
            } else if (opcode >= Opcodes.DUP && opcode <= Opcodes.DUP2_X2) {
                boolean two = opcode >= Opcodes.DUP2;
                insertCopy(two ? 2 : 1, opcode - (two ? Opcodes.DUP2 : Opcodes.DUP));
            } else if (opcode == Opcodes.SWAP) {
                boolean top = pop();
                boolean below = pop();
                push(top);
                push(below);
            } else {
                change(StackEffect.of(node));
            }
        }

        /** Copies the top slots and puts the copy below as many others: DUP, DUP_X1, …, DUP2_X2. */
        private void insertCopy(int size, int below) {
            boolean[] slots = new boolean[size + below];
            for (int i = slots.length - 1; i >= 0; i--) {
                slots[i] = pop();
            }
            for (int i = below; i < slots.length; i++) {
                push(slots[i]);
            }
            for (boolean slot : slots) {
                push(slot);
            }
        }

        /** Any other instruction; none of them makes a copy of a reference. */
        private void change(int effect) {
            for (int i = effect; i > 0; i--) {
                push(false);
            }
            for (int i = effect; i < 0; i++) {
                pop();
            }
        }
    }
}
