// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The types of a method's locals right before one instruction, as far as they are known without following its code:
 * those of the last stack map before it, or of the method's parameters. A local that was stored to since then has a
 * type that no stack map has; it is at least what the handlers around the instruction require, since the verifier has
 * compared the two.
 */
final class LocalTypes {
    /** The type of a slot that was stored to since the last stack map. */
    private static final Object STORED = new Object();

    /** The second slot of a long or double. */
    private static final Object SECOND = new Object();

    /** One entry for each slot. */
    private final Object[] types;

    /** Which of them come from handlers. */
    private final boolean[] filled;

    private LocalTypes(Object[] types) {
        this.types = types;
        this.filled = new boolean[types.length];
    }

    /** Null when the code before the instruction does not lead to it; {@code method} still has its own stack maps. */
    static LocalTypes before(AbstractInsnNode instruction, MethodInstrumenter method) {
        List<VarInsnNode> stores = new ArrayList<>();
        boolean initializes = false;
        AbstractInsnNode node = instruction.getPrevious();
        while (node != null && !(node instanceof FrameNode)) {
            int opcode = node.getOpcode();
            if (isEnd(opcode)) {
                return null;
            }
            if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
                stores.add((VarInsnNode) node);
            }
            initializes |= node instanceof MethodInsnNode call && call.name.equals("<init>");
            node = node.getPrevious();
        }
        List<Object> known = node == null ? parameters(method) : ((FrameNode) node).local;
        LocalTypes locals = new LocalTypes(slots(known, method.probeLocal()));
        if (initializes) {
            locals.forgetUninitialized();
        }
        for (VarInsnNode store : stores) {
            locals.store(store.var);
            if (store.getOpcode() == Opcodes.LSTORE || store.getOpcode() == Opcodes.DSTORE) {
                locals.store(store.var + 1);
            }
        }
        return locals;
    }

    private static boolean isEnd(int opcode) {
        return opcode == Opcodes.GOTO
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    private static List<Object> parameters(MethodInstrumenter method) {
        List<Object> result = new ArrayList<>();
        if (!method.isStatic()) {
            result.add(method.name().equals("<init>") ? Opcodes.UNINITIALIZED_THIS : method.internalClassName());
        }
        for (Type type : Type.getArgumentTypes(method.descriptor())) {
            result.add(
                    switch (type.getSort()) {
                        case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> Opcodes.INTEGER;
                        case Type.FLOAT -> Opcodes.FLOAT;
                        case Type.LONG -> Opcodes.LONG;
                        case Type.DOUBLE -> Opcodes.DOUBLE;
                        default -> type.getInternalName();
                    });
        }
        return result;
    }

    private static Object[] slots(List<Object> types, int count) {
        Object[] result = new Object[count];
        Arrays.fill(result, Opcodes.TOP);
        int slot = 0;
        for (Object type : types) {
            result[slot++] = type;
            if (FrameLocals.sizeOf(type) == 2) {
                result[slot++] = SECOND;
            }
        }
        return result;
    }

    private void store(int slot) {
        if (slot < types.length) { // else it is one of ours
            if (types[slot] == SECOND) {
                types[slot - 1] = Opcodes.TOP;
            }
            if (slot + 1 < types.length && types[slot + 1] == SECOND) {
                types[slot + 1] = Opcodes.TOP;
            }
            types[slot] = STORED;
        }
    }

    /** A constructor has returned since: what was not initialised may be so now. */
    private void forgetUninitialized() {
        for (int i = 0; i < types.length; i++) {
            if (types[i] instanceof LabelNode || Opcodes.UNINITIALIZED_THIS.equals(types[i])) {
                types[i] = STORED;
            }
        }
    }

    /**
     * Takes the types of slots that were stored to from the stack map of a handler that is around. Returns false when
     * it requires what is not known to be there.
     */
    boolean fill(LabelNode handler) {
        AbstractInsnNode node = handler;
        while (node != null && !(node instanceof FrameNode) && !ParsedClass.isReal(node)) {
            node = node.getNext();
        }
        if (!(node instanceof FrameNode frame)) {
            return false;
        }
        Object[] wanted = slots(frame.local, types.length);
        for (int i = 0; i < types.length; i++) {
            if (wanted[i] == Opcodes.TOP || types[i] != STORED && !filled[i]) {
                continue;
            }
            if (filled[i] && !wanted[i].equals(types[i])) {
                return false;
            }
            types[i] = wanted[i];
            filled[i] = true;
        }
        return true;
    }

    /**
     * The stack map of a handler of what is thrown here, which loads the object in {@code used}; null when there is
     * none.
     */
    FrameNode inHandler(int used) {
        if (types[used] == STORED) {
            types[used] = "java/lang/Object";
        }
        List<Object> locals = new ArrayList<>();
        for (Object type : types) {
            if (type != SECOND) {
                locals.add(type == STORED ? Opcodes.TOP : type);
            }
        }
        boolean isObject = types[used] instanceof String || Opcodes.NULL.equals(types[used]);
        Object[] stack = {"java/lang/Throwable"};
        return isObject ? new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, stack) : null;
    }
}
