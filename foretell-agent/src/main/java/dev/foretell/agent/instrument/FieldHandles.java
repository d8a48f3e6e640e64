package dev.foretell.agent.instrument;

import dev.foretell.agent.library.Accessed;
import dev.foretell.agent.library.Accessed.Kind;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which fields the static handles of a class stand for: VarHandles, field updaters, and offsets for Unsafe that its initialiser makes
 * of constants, as nearly all are made. So an access by way of such a handle can be named at its place like any other access
 * to the field.
 */
final class FieldHandles {
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String METHOD_HANDLES = "java/lang/invoke/MethodHandles";
    private static final String UPDATER = "FieldUpdater";
    private static final String UNSAFE = "sun/misc/Unsafe";
    /** Stands for several things, or nobody knows what. */
    private static final Accessed UNKNOWN = Accessed.CONTENT;

    private final String className;
    /** By the static field that holds the handle; {@link #UNKNOWN} when it is set more than once. */
    private final Map<String, Accessed> handles = new HashMap<>();

    // What the instructions of the initialiser have made so far.
    private Accessed made;
    private String name;
    private Type owner;
    /** The result of {@code getDeclaredField}, which may be kept in a local variable on the way to Unsafe. */
    private Accessed reflected;

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

    /** What a call makes a handle of, or null. */
    private Accessed made(MethodInsnNode call) {
        Accessed field = named(Kind.FIELD);
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
                    : new Accessed(Kind.ELEMENT, ArrayProbes.name(owner));
        }
        if (call.owner.equals("java/lang/Class") && call.name.equals("getDeclaredField")) {
            reflected = field;
        } else if (call.owner.equals(UNSAFE) && call.name.equals("objectFieldOffset")) {
            Accessed offset = reflected;
            reflected = null;
            return offset;
        }
        return null;
    }

    private Accessed named(Kind kind) {
        return name == null || owner == null ? null : new Accessed(kind, owner.getClassName() + "." + name);
    }

    /** What a call on a handle accesses, or null when it is not known. {@code position} is that of the call. */
    Accessed accessed(MethodInsnNode call, int position, MethodInstrumenter method) {
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

    /** How far below the top of the stack the handle begins: it is the object of the call; for Unsafe, the second argument. */
    private static int depth(MethodInsnNode call) {
        int all = Type.getArgumentsAndReturnSizes(call.desc) >> 2;
        return call.owner.equals(UNSAFE) ? all - 2 : all;
    }

    private Accessed held(FieldInsnNode handle) {
        Accessed field = handle.owner.equals(className) ? handles.getOrDefault(handle.name, UNKNOWN) : UNKNOWN;
        return field == UNKNOWN ? null : field;
    }
}
