package dev.foretell.agent.instrument;

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
 * Which fields the static handles of a class stand for: VarHandles and field updaters that its initialiser makes of constants,
 * as nearly all are made. So an access by way of such a handle can be named at its place like any other access to the field.
 */
final class FieldHandles {
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String UPDATER = "FieldUpdater";

    private final String className;
    /** By the static field that holds the handle; empty when it is set more than once. */
    private final Map<String, String> fields = new HashMap<>();

    FieldHandles(ParsedClass parsed) {
        className = parsed.name;
        for (MethodNode method : parsed.methods) {
            if (method.name.equals("<clinit>")) {
                scan(method);
            }
        }
    }

    private void scan(MethodNode method) {
        String made = null;
        String name = null;
        Type owner = null;
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
                owner = owner == null ? type : owner; // the first is the class, another one the type of the field
            } else if (node instanceof LdcInsnNode constant && constant.cst instanceof String text) {
                name = text;
            } else if (node instanceof MethodInsnNode call) {
                boolean makes = call.owner.equals(LOOKUP) && call.name.equals("findVarHandle")
                        || call.owner.endsWith(UPDATER) && call.name.equals("newUpdater");
                made = makes && name != null && owner != null ? owner.getClassName() + "." + name : null;
                name = null;
                owner = null;
            } else if (node.getOpcode() == Opcodes.PUTSTATIC) {
                FieldInsnNode put = (FieldInsnNode) node;
                if (put.owner.equals(className) && put.desc.charAt(0) == 'L') {
                    fields.merge(put.name, made == null ? "" : made, (one, other) -> "");
                }
                made = null;
                name = null;
                owner = null;
            }
        }
    }

    /** The field that a call on a handle accesses, or null when it is not known. {@code position} is that of the call. */
    String accessed(MethodInsnNode call, int position, MethodInstrumenter method) {
        int depth = Type.getArgumentsAndReturnSizes(call.desc) >> 2;
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

    private String held(FieldInsnNode handle) {
        String field = handle.owner.equals(className) ? fields.getOrDefault(handle.name, "") : "";
        return field.isEmpty() ? null : field;
    }
}
