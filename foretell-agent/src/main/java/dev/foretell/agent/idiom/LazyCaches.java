// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import dev.foretell.trace.ClassInfo.FieldInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The fields of a class that are caches without synchronisation, and correct. Two forms are known:
 *
 * <ul>
 *   <li>The <em>racy single check</em> of {@code String.hashCode}: one method reads the field once, and when it has its
 *       initial value, computes the only value it can ever get from constants, final fields and calls without side
 *       effects, writes it, and returns what it read or wrote. A second read would be a mistake: it may see the initial
 *       value after the first has seen another. So would be a {@code long} or {@code double}, of which a read may see
 *       one half.
 *   <li>The {@code class$} fields that compilers made for {@code X.class} before class files had class constants.
 * </ul>
 */
public final class LazyCaches {
    private static final int EXCLUDED =
            Opcodes.ACC_FINAL | Opcodes.ACC_VOLATILE | Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;
    private static final int COMPILED_CLASS_FIELD = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    private static final String FROM_NAME = "(Ljava/lang/String;)Ljava/lang/Class;";

    private final ClassNode owner;
    /** By name: the accesses to fields that may be caches. */
    private final Map<String, Accesses> candidates = new HashMap<>();

    private LazyCaches(ClassNode owner) {
        this.owner = owner;
    }

    /** By name: {@link FieldInfo#SINGLE_CHECK} or {@link FieldInfo#CLASS_LITERAL} for each such field. */
    public static Map<String, Integer> in(ClassNode owner) {
        LazyCaches caches = new LazyCaches(owner);
        caches.findCandidates();
        Map<String, Integer> found = new HashMap<>();
        if (!caches.candidates.isEmpty()) {
            caches.findAccesses();
            for (Accesses field : caches.candidates.values()) {
                int flag = caches.flagOf(field);
                if (flag != 0) {
                    found.put(field.node.name, flag);
                }
            }
        }
        return found;
    }

    private void findCandidates() {
        Map<String, FieldNode> names = new HashMap<>();
        for (FieldNode field : owner.fields) {
            boolean isOnly = names.put(field.name, field) == null;
            candidates.remove(field.name);
            if (isOnly && (field.access & EXCLUDED) == 0 && isOneWord(Type.getType(field.desc))) {
                candidates.put(field.name, new Accesses(field));
            }
        }
    }

    /** Whether a read sees all of a write, and all of what it refers to. */
    private static boolean isOneWord(Type type) {
        return type.getSize() == 1 && PureCalls.isImmutable(type);
    }

    private void findAccesses() {
        for (MethodNode method : owner.methods) {
            for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
                if (node instanceof FieldInsnNode access && access.owner.equals(owner.name)) {
                    Accesses field = candidates.get(access.name);
                    if (field != null) {
                        field.add(method, access);
                    }
                }
            }
        }
    }

    private int flagOf(Accesses field) {
        if ((field.node.access & COMPILED_CLASS_FIELD) == COMPILED_CLASS_FIELD) {
            return isClassLiteral(field) ? FieldInfo.CLASS_LITERAL : 0;
        }
        return isSingleCheck(field) ? FieldInfo.SINGLE_CHECK : 0;
    }

    private boolean isSingleCheck(Accesses field) {
        return field.reads == 1
                && field.writes.size() == 1
                && field.onlyMethod != null
                && CacheMethod.fills(owner, field.onlyMethod, field.node);
    }

    private boolean isClassLiteral(Accesses field) {
        if (!field.node.desc.equals("Ljava/lang/Class;") || !field.node.name.startsWith("class$")) {
            return false;
        }
        for (FieldInsnNode write : field.writes) {
            AbstractInsnNode value = before(write);
            if (value != null && value.getOpcode() == Opcodes.DUP) {
                value = before(value);
            }
            AbstractInsnNode name = value instanceof MethodInsnNode ? before(value) : null;
            if (name == null || name.getOpcode() != Opcodes.LDC || !makesClass((MethodInsnNode) value)) {
                return false;
            }
        }
        return !field.writes.isEmpty() || declaresMaker();
    }

    private static boolean makesClass(MethodInsnNode call) {
        boolean isForName = call.owner.equals("java/lang/Class") && call.name.equals("forName");
        return call.getOpcode() == Opcodes.INVOKESTATIC
                && call.desc.equals(FROM_NAME)
                && (isForName || call.name.equals("class$"));
    }

    private boolean declaresMaker() {
        for (MethodNode method : owner.methods) {
            if (method.name.equals("class$") && method.desc.equals(FROM_NAME)) {
                return true;
            }
        }
        return false;
    }

    /** The instruction before; null when another may come before as well. */
    private static AbstractInsnNode before(AbstractInsnNode node) {
        AbstractInsnNode before = node.getPrevious();
        while (before != null && before.getOpcode() < 0 && !(before instanceof LabelNode)) {
            before = before.getPrevious();
        }
        return before == null || before.getOpcode() < 0 ? null : before;
    }

    /** The accesses of a class to one of its fields, except writes of the initial value before any other. */
    private static final class Accesses {
        final FieldNode node;
        int reads;
        final List<FieldInsnNode> writes = new ArrayList<>();
        /** Null when there are several. */
        MethodNode onlyMethod;

        private boolean any;

        Accesses(FieldNode node) {
            this.node = node;
        }

        void add(MethodNode method, FieldInsnNode access) {
            boolean isWrite = access.getOpcode() == Opcodes.PUTFIELD || access.getOpcode() == Opcodes.PUTSTATIC;
            if (isWrite && isInitial(method, access)) {
                return;
            }
            if (isWrite) {
                writes.add(access);
            } else {
                reads++;
            }
            onlyMethod = !any || onlyMethod == method ? method : null;
            any = true;
        }

        private static boolean isInitial(MethodNode method, FieldInsnNode access) {
            AbstractInsnNode value = before(access);
            boolean isEmpty = value != null
                    && (value.getOpcode() == Opcodes.ICONST_0 || value.getOpcode() == Opcodes.ACONST_NULL);
            return method.name.charAt(0) == '<' && isEmpty;
        }
    }
}
