// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Checks an instrumented method as the JVM's verifier will: once through the code, with the stack maps. A mistake must
 * be seen before the class is given to the JVM, which finds it only when the class is linked, and then in the midst of
 * the program.
 *
 * <p>It distinguishes kinds of numbers, and objects from numbers and from nothing, but not one class from another,
 * which would need other classes. What is inserted has few types of its own, and mistakes in stack maps are about
 * slots.
 */
final class StackMapCheck {
    private static final int FIRST_VERSION_THAT_NEEDS_THEM = Opcodes.V1_7;
    /** No probe has more on the stack at once, besides what the method has there: a call has at most 255 arguments. */
    private static final int ADDED_STACK = 300;

    private final MethodNode method;
    private final Map<LabelNode, FrameNode> maps = new IdentityHashMap<>();
    private final List<TryCatchBlockNode> open = new ArrayList<>();
    private final BasicVerifier verifier = new BasicVerifier();
    private final Frame<BasicValue> state;
    /** Whether control passes from the previous instruction to the next. */
    private boolean goesOn = true;

    private StackMapCheck(MethodNode method) {
        this.method = method;
        this.state = new Frame<>(locals(method), method.maxStack + ADDED_STACK);
        state.setReturn(verifier.newReturnTypeValue(Type.getReturnType(method.desc)));
    }

    private static int locals(MethodNode method) {
        int locals = method.maxLocals;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof VarInsnNode access) {
                locals = Math.max(locals, access.var + 2);
            }
        }
        return locals;
    }

    /** What is wrong; null when nothing is. Older class files may have no stack maps, and are not checked. */
    static String problem(ParsedClass parsed, MethodNode method) {
        if (parsed.majorVersion() < FIRST_VERSION_THAT_NEEDS_THEM) {
            return null;
        }
        try {
            new StackMapCheck(method).run(parsed.name);
            return null;
        } catch (AnalyzerException | IndexOutOfBoundsException | WrongMap e) {
            return method.name + method.desc + ": " + e.getMessage();
        }
    }

    private void run(String owner) throws AnalyzerException {
        findMaps();
        enter(owner);
        boolean changed = true;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof FrameNode map) {
                if (goesOn) {
                    compare(map, "the code before");
                }
                take(map);
                changed = true;
            } else if (node instanceof LabelNode label) {
                changed |= moveTo(label);
            } else if (ParsedClass.isReal(node)) {
                if (!goesOn) {
                    throw new WrongMap("no stack map behind a jump");
                }
                if (changed) {
                    compareHandlers();
                }
                if (node instanceof Sites.Number) {
                    state.push(BasicValue.INT_VALUE);
                } else {
                    state.execute(node, verifier);
                }
                int opcode = node.getOpcode();
                changed = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
                jump(node);
            }
        }
        if (goesOn) {
            throw new WrongMap("the code does not end");
        }
    }

    /** All labels at one place have the same stack map. */
    private void findMaps() {
        List<LabelNode> labels = new ArrayList<>();
        FrameNode map = null;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof LabelNode label) {
                labels.add(label);
            } else if (node instanceof FrameNode found) {
                map = found;
            } else if (ParsedClass.isReal(node)) {
                for (int i = 0; map != null && i < labels.size(); i++) {
                    maps.put(labels.get(i), map);
                }
                labels.clear();
                map = null;
            }
        }
    }

    private void enter(String owner) {
        int slot = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            state.setLocal(slot++, verifier.newParameterValue(true, slot, Type.getObjectType(owner)));
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            state.setLocal(slot++, verifier.newParameterValue(true, slot, type));
            if (type.getSize() == 2) {
                state.setLocal(slot++, BasicValue.UNINITIALIZED_VALUE);
            }
        }
        while (slot < state.getLocals()) {
            state.setLocal(slot++, BasicValue.UNINITIALIZED_VALUE);
        }
    }

    /** Returns whether a range begins here. */
    private boolean moveTo(LabelNode label) {
        boolean begins = false;
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.start == label) {
                open.add(block);
                begins = true;
            }
            if (block.end == label) {
                open.remove(block);
            }
        }
        return begins;
    }

    private void compareHandlers() {
        for (TryCatchBlockNode block : open) {
            compareLocals(mapAt(block.handler), "a place in the range of its handler");
        }
    }

    private void jump(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        if (node instanceof JumpInsnNode to) {
            compare(mapAt(to.label), "a jump to it");
        } else if (node instanceof TableSwitchInsnNode table) {
            compareAll(table.dflt, table.labels);
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            compareAll(lookup.dflt, lookup.labels);
        }
        boolean ends = opcode == Opcodes.GOTO
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        goesOn = !ends;
    }

    private void compareAll(LabelNode other, List<LabelNode> labels) {
        compare(mapAt(other), "a switch");
        for (LabelNode label : labels) {
            compare(mapAt(label), "a switch");
        }
    }

    private FrameNode mapAt(LabelNode label) {
        FrameNode map = maps.get(label);
        if (map == null) {
            throw new WrongMap("no stack map at the target of a jump or at a handler");
        }
        return map;
    }

    private void compare(FrameNode map, String from) {
        compareLocals(map, from);
        if (map.stack.size() != state.getStackSize()) {
            throw new WrongMap("a stack map has another depth than " + from);
        }
        for (int i = 0; i < map.stack.size(); i++) {
            if (!fits(state.getStack(i), map.stack.get(i))) {
                throw new WrongMap("a stack map has another type on the stack than " + from);
            }
        }
    }

    private void compareLocals(FrameNode map, String from) {
        int slot = 0;
        for (Object type : map.local) {
            if (slot >= state.getLocals() || !fits(state.getLocal(slot), type)) {
                throw new WrongMap("a stack map has another type for local " + slot + " than " + from);
            }
            slot += FrameLocals.sizeOf(type);
        }
    }

    private static boolean fits(BasicValue value, Object type) {
        BasicValue wanted = kind(type);
        return wanted == BasicValue.UNINITIALIZED_VALUE || wanted.equals(value);
    }

    private void take(FrameNode map) {
        goesOn = true;
        state.clearStack();
        int slot = 0;
        for (Object type : map.local) {
            state.setLocal(slot++, kind(type));
            if (FrameLocals.sizeOf(type) == 2) {
                state.setLocal(slot++, BasicValue.UNINITIALIZED_VALUE);
            }
        }
        while (slot < state.getLocals()) {
            state.setLocal(slot++, BasicValue.UNINITIALIZED_VALUE);
        }
        for (Object type : map.stack) {
            state.push(kind(type));
        }
    }

    private static BasicValue kind(Object type) {
        if (type == Opcodes.TOP) {
            return BasicValue.UNINITIALIZED_VALUE;
        } else if (type == Opcodes.INTEGER) {
            return BasicValue.INT_VALUE;
        } else if (type == Opcodes.FLOAT) {
            return BasicValue.FLOAT_VALUE;
        } else if (type == Opcodes.LONG) {
            return BasicValue.LONG_VALUE;
        } else if (type == Opcodes.DOUBLE) {
            return BasicValue.DOUBLE_VALUE;
        }
        return BasicValue.REFERENCE_VALUE;
    }

    /** A stack map that does not fit. */
    private static final class WrongMap extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongMap(String message) {
            super(message, null, false, false);
        }
    }
}
