// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.EventKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * Reads and writes of fields. A plain access has a probe before it, and with {@link ProbeGroup#ACCESS_END} one after
 * it; a volatile one always both, because its place in the order of all synchronisation must be exact. Final fields are
 * not data.
 */
final class FieldProbes {
    private static final String OBJECT = "Ljava/lang/Object;";

    private final MethodInstrumenter method;

    FieldProbes(MethodInstrumenter method) {
        this.method = method;
    }

    void add(FieldInsnNode access) {
        int opcode = access.getOpcode();
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean isWrite = opcode == Opcodes.PUTSTATIC || opcode == Opcodes.PUTFIELD;
        int flags = method.fieldAccess(access, isStatic);
        boolean links = ((flags & Opcodes.ACC_STATIC) != 0) == isStatic;
        if (flags < 0 || !links || (flags & Opcodes.ACC_FINAL) != 0) {
            return;
        }
        if (method.isJdk() && (isStatic || isView(access, flags)) || method.isIdiom(access)) {
            return;
        }
        boolean isVolatile = (flags & Opcodes.ACC_VOLATILE) != 0;
        if (isVolatile && !method.has(ProbeGroup.VOLATILE)) {
            return;
        }
        int site = method.site(kind(isWrite, isVolatile), access.owner.replace('/', '.') + "." + access.name);
        boolean wide = Type.getType(access.desc).getSize() == 2;
        if (isStatic && isVolatile) {
            method.before(access, volatileStatic("beforeVolatile", site));
            method.after(access, volatileStatic("afterVolatile", site));
        } else if (isStatic) {
            method.before(access, method.snippet().access(isWrite ? "writeStatic" : "readStatic", "", site));
            if (method.has(ProbeGroup.ACCESS_END)) {
                String end = isWrite ? "afterWriteStatic" : "afterReadStatic";
                method.after(access, method.snippet().access(end, "", site));
            }
        } else if (isVolatile) {
            around(
                    access,
                    isWrite,
                    wide,
                    method.snippet().probe("beforeVolatile", OBJECT, site),
                    method.snippet().probe("afterVolatile", OBJECT, site));
        } else if (method.has(ProbeGroup.ACCESS_END)) {
            around(
                    access,
                    isWrite,
                    wide,
                    method.snippet().access(isWrite ? "write" : "read", OBJECT, site),
                    method.snippet().access(isWrite ? "afterWrite" : "afterRead", OBJECT, site));
        } else if (isWrite) {
            write(access, wide, site);
        } else {
            method.before(access, method.snippet().op(Opcodes.DUP).access("read", OBJECT, site));
        }
    }

    /**
     * Whether a field of the JDK is a cache of what can be created again at any time: its maps cache their views
     * without synchronisation, and document that as harmless. (Its static fields are caches of that kind as well.)
     */
    private static boolean isView(FieldInsnNode access, int flags) {
        if ((flags & Opcodes.ACC_TRANSIENT) == 0) {
            return false;
        }
        return switch (access.desc) {
            case "Ljava/util/Set;",
                    "Ljava/util/Collection;",
                    "Ljava/util/Map;",
                    "Ljava/util/NavigableSet;",
                    "Ljava/util/NavigableMap;" -> true;
            default -> {
                int name = access.desc.lastIndexOf('$') + 1;
                yield name > 0 && (access.desc.indexOf("Set", name) > 0 || access.desc.indexOf("View", name) > 0);
            }
        };
    }

    private static EventKind kind(boolean isWrite, boolean isVolatile) {
        if (isVolatile) {
            return isWrite ? EventKind.VOLATILE_WRITE : EventKind.VOLATILE_READ;
        }
        return isWrite ? EventKind.WRITE : EventKind.READ;
    }

    private Snippet volatileStatic(String probe, int site) {
        return method.snippet().op(Opcodes.ACONST_NULL).probe(probe, OBJECT, site);
    }

    /** Stack: object, value. */
    private void write(FieldInsnNode access, boolean wide, int site) {
        Snippet before = method.snippet();
        if (wide) {
            before.op(Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP_X2);
        } else {
            before.op(Opcodes.DUP2, Opcodes.POP);
        }
        method.before(access, before.access("write", OBJECT, site));
    }

    /** The object stays on the stack, below the operands, for the second probe. */
    private void around(FieldInsnNode access, boolean isWrite, boolean wide, Snippet announce, Snippet call) {
        Snippet before = method.snippet();
        Snippet after = method.snippet();
        if (!isWrite) {
            before.op(Opcodes.DUP, Opcodes.DUP);
        } else if (wide) {
            before.op(Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP, Opcodes.DUP2_X2, Opcodes.POP);
        } else {
            before.op(Opcodes.SWAP, Opcodes.DUP, Opcodes.DUP2_X1, Opcodes.POP);
        }
        if (!isWrite && wide) {
            after.op(Opcodes.DUP2_X1, Opcodes.POP2);
        } else if (!isWrite) {
            after.op(Opcodes.SWAP);
        }
        method.before(access, before.then(announce));
        method.after(access, after.then(call));
    }
}
