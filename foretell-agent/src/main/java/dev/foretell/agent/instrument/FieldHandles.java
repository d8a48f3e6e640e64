// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.model.HandleAccess;
import dev.foretell.agent.model.HandleAccess.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which fields the static handles of a class access: VarHandles, field updaters, and offsets for Unsafe that its
 * initialiser makes of constants, as nearly all are made. So an access by way of such a handle can be named at its
 * place like any other access to the field.
 */
final class FieldHandles {
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String METHOD_HANDLES = "java/lang/invoke/MethodHandles";
    private static final String UPDATER = "FieldUpdater";
    private static final String UNSAFE = "sun/misc/Unsafe";
    /** Accesses several fields, or an unknown one. */
    private static final HandleAccess UNKNOWN = HandleAccess.CONTENT;

    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    /**
     * A helper that takes a class and the name of a field and returns a long is assumed to compute the field's offset.
     */
    private static final String OFFSET_OF = "(Ljava/lang/Class;Ljava/lang/String;)J";
    /** Each is another set of sites at a call. */
    private static final int MOST_OFFSETS = 8;

    private final String className;
    /** By the static field that holds the handle; {@link #UNKNOWN} when it is set more than once. */
    private final Map<String, HandleAccess> handles = new HashMap<>();

    /** Fields whose offsets the initialiser seems to compute; each call checks this by comparing the offset. */
    private final Set<HandleAccess> offsets = new LinkedHashSet<>();

    // What the instructions of the initialiser have made so far.
    private HandleAccess made;
    private String name;
    private Type owner;
    /** The result of {@code getDeclaredField}, which may be kept in a local variable on the way to Unsafe. */
    private HandleAccess reflected;

    FieldHandles(ParsedClass parsed) {
        className = parsed.name;
        for (MethodNode method : parsed.methods) {
            if (method.name.equals("<clinit>")) {
                scan(method);
            }
        }
    }

    private void scan(MethodNode method) {
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
                owner = owner == null ? type : owner; // the first is the class, another one the type of the field
            } else if (node instanceof LdcInsnNode constant && constant.cst instanceof String text) {
                name = text;
            } else if (node instanceof MethodInsnNode call) {
                made = made(call);
                name = null;
                owner = null;
            } else if (node.getOpcode() == Opcodes.PUTSTATIC) {
                FieldInsnNode put = (FieldInsnNode) node;
                if (put.owner.equals(className) && (put.desc.charAt(0) == 'L' || put.desc.equals("J"))) {
                    handles.merge(put.name, made == null ? UNKNOWN : made, (one, other) -> UNKNOWN);
                }
                made = null;
                name = null;
                owner = null;
            }
        }
    }

    /** The field that a call makes a handle of, or null. */
    private HandleAccess made(MethodInsnNode call) {
        HandleAccess field = named(Kind.FIELD);
        if (call.owner.equals(LOOKUP) && call.name.equals("findStaticVarHandle")) {
            return named(Kind.STATIC);
        }
        if (call.owner.equals(LOOKUP) && call.name.equals("findVarHandle")
                || call.owner.endsWith(UPDATER) && call.name.equals("newUpdater")) {
            return field;
        }
        if (call.owner.equals(METHOD_HANDLES) && call.name.equals("arrayElementVarHandle")) {
            return owner == null || owner.getSort() != Type.ARRAY
                    ? null
                    : new HandleAccess(Kind.ELEMENT, ArrayProbes.name(owner));
        }
        if (call.owner.equals("java/lang/Class") && call.name.equals("getDeclaredField")) {
            reflected = field;
        } else if (call.owner.equals(UNSAFE) && call.name.equals("objectFieldOffset")) {
            HandleAccess offset = reflected;
            reflected = null;
            if (offset != null) {
                offsets.add(offset);
            }
            return offset;
        } else if (call.getOpcode() == Opcodes.INVOKESTATIC && call.desc.equals(OFFSET_OF) && field != null) {
            offsets.add(field);
        }
        return null;
    }

    private HandleAccess named(Kind kind) {
        return name == null || owner == null ? null : new HandleAccess(kind, owner.getClassName() + "." + name);
    }

    /**
     * What a call on a handle accesses, or null when it is not known. {@code position} is that of the call,
     * {@code place} the same for people.
     */
    HandleAccess accessed(MethodInsnNode call, int position, String place, MethodInstrumenter method) {
        HandleAccess held = held(call, position, method);
        if (held != null) {
            return held;
        }
        return call.owner.equals(UNSAFE) ? atOffset(call, place) : element(call);
    }

    /**
     * An offset that is computed, or comes from elsewhere: an element, or one of the fields that the class has offsets
     * of.
     */
    private HandleAccess atOffset(MethodInsnNode call, String place) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        Type value = arguments.length > 2 ? arguments[2] : Type.getReturnType(call.desc);
        List<HandleAccess> either = new ArrayList<>();
        either.add(new HandleAccess(Kind.ELEMENT, ArrayProbes.name(Type.getType("[" + value.getDescriptor()))));
        offsets.stream().limit(MOST_OFFSETS).forEach(either::add);
        return HandleAccess.atOffset(either, place);
    }

    /**
     * Only handles of array elements take an array and an index. Byte array views do as well, but the type of the array
     * shows that.
     */
    private static HandleAccess element(MethodInsnNode call) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        boolean isElement = call.owner.equals(VAR_HANDLE)
                && arguments.length >= 2
                && arguments[0].getSort() == Type.ARRAY
                && !arguments[0].getDescriptor().equals("[B")
                && arguments[1].getSort() == Type.INT;
        return isElement ? new HandleAccess(Kind.ELEMENT, ArrayProbes.name(arguments[0])) : null;
    }

    private HandleAccess held(MethodInsnNode call, int position, MethodInstrumenter method) {
        int depth = depth(call);
        for (int i = position - 1; i >= 0; i--) {
            AbstractInsnNode node = method.original(i);
            if (node.getType() == AbstractInsnNode.JUMP_INSN) {
                return null;
            }
            if (ParsedClass.isReal(node)) {
                depth -= StackEffect.of(node);
                if (depth <= 0) {
                    return node.getOpcode() == Opcodes.GETSTATIC ? held((FieldInsnNode) node) : null;
                }
            }
        }
        return null;
    }

    /**
     * How far below the top of the stack the handle begins: it is the object of the call; for Unsafe, the second
     * argument.
     */
    private static int depth(MethodInsnNode call) {
        int all = Type.getArgumentsAndReturnSizes(call.desc) >> 2;
        return call.owner.equals(UNSAFE) ? all - 2 : all;
    }

    private HandleAccess held(FieldInsnNode handle) {
        HandleAccess field = handle.owner.equals(className) ? handles.getOrDefault(handle.name, UNKNOWN) : UNKNOWN;
        return field == UNKNOWN ? null : field;
    }
}
