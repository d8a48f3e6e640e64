// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.model.Equality;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The facts about a class by which instructions that name its members are resolved: parents, declared fields, and,
 * unless it is the JDK's, declared methods.
 */
final class ClassFacts {
    /** Null for {@code java.lang.Object}. */
    final String superName;

    final String[] interfaces;
    private final String[] names;
    private final String[] descriptors;
    private final int[] access;
    /** Names with descriptors. */
    private final String[] methods;
    /** What its own {@code equals} compares; null when its code was not read. */
    private Equality equality;

    private ClassFacts(String superName, String[] interfaces, List<FieldNode> fields, List<String> methods) {
        this.superName = superName;
        this.interfaces = interfaces;
        this.names = new String[fields.size()];
        this.descriptors = new String[fields.size()];
        this.access = new int[fields.size()];
        this.methods = methods.toArray(new String[0]);
        for (int i = 0; i < names.length; i++) {
            FieldNode field = fields.get(i);
            names[i] = field.name;
            descriptors[i] = field.desc;
            access[i] = field.access;
        }
    }

    static ClassFacts of(ClassNode node) {
        List<String> methods = new ArrayList<>();
        for (MethodNode method : node.methods) {
            methods.add(method.name.concat(method.desc));
        }
        ClassFacts facts = new ClassFacts(node.superName, node.interfaces.toArray(new String[0]), node.fields, methods);
        facts.equality = EqualsMethod.of(node);
        return facts;
    }

    static ClassFacts of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Members members = new Members();
        reader.accept(members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassFacts(reader.getSuperName(), reader.getInterfaces(), members.fields, members.methods);
    }

    /** For classes of the JDK: they are loaded already, and reflection is much faster than reading their files. */
    static ClassFacts of(Class<?> loaded) {
        List<FieldNode> fields = new ArrayList<>();
        for (Field field : loaded.getDeclaredFields()) {
            String descriptor = Type.getDescriptor(field.getType());
            fields.add(new FieldNode(field.getModifiers(), field.getName(), descriptor, null, null));
        }
        Class<?>[] parents = loaded.getInterfaces();
        String[] interfaces = new String[parents.length];
        for (int i = 0; i < interfaces.length; i++) {
            interfaces[i] = Type.getInternalName(parents[i]);
        }
        Class<?> parent = loaded.getSuperclass();
        return new ClassFacts(parent == null ? null : Type.getInternalName(parent), interfaces, fields, List.of());
    }

    /** Access flags of a declared field, or -1 when there is none. */
    int access(String name, String descriptor) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name) && descriptors[i].equals(descriptor)) {
                return access[i];
            }
        }
        return -1;
    }

    boolean declares(String name, String descriptor) {
        String wanted = name.concat(descriptor);
        for (String method : methods) {
            if (method.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    Equality equality() {
        return equality;
    }

    private static final class Members extends ClassVisitor {
        final List<FieldNode> fields = new ArrayList<>();
        final List<String> methods = new ArrayList<>();

        Members() {
            super(Opcodes.ASM9);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            fields.add(new FieldNode(access, name, descriptor, null, null));
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            methods.add(name.concat(descriptor));
            return null;
        }
    }
}
