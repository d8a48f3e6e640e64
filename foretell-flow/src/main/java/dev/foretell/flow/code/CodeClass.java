// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import dev.foretell.trace.ClassInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** One class of the program. Names are internal ones, with slashes, except where it says otherwise. */
public final class CodeClass {
    private final String name;
    private final String dotted;
    /** Null for {@code java/lang/Object}. */
    private final String superName;

    private final List<String> interfaces;
    private final boolean isInterface;
    private final boolean isAbstract;
    private final String sourceFile;
    private final String checksum;
    /** By name and descriptor. */
    private final Map<String, CodeField> fields = new HashMap<>();

    private final Map<String, CodeMethod> methods = new HashMap<>();
    private final List<CodeMethod> inOrder = new ArrayList<>();

    public CodeClass(byte[] classFile) {
        Tree tree = new Tree(classFile);
        name = tree.name;
        dotted = name.replace('/', '.');
        superName = tree.superName;
        interfaces = List.copyOf(tree.interfaces);
        isInterface = (tree.access & Opcodes.ACC_INTERFACE) != 0;
        isAbstract = (tree.access & Opcodes.ACC_ABSTRACT) != 0;
        sourceFile = tree.sourceFile == null ? "" : tree.sourceFile;
        checksum = ClassInfo.checksum(classFile);
        for (FieldNode field : tree.fields) {
            fields.put(field.name + field.desc, new CodeField(dotted(), field.name, field.access));
        }
        for (MethodNode node : tree.methods) {
            CodeMethod method = new CodeMethod(this, node, ((OffsetMethod) node).offsets);
            methods.put(method.key(), method);
            inOrder.add(method);
        }
    }

    public String name() {
        return name;
    }

    /** As in {@code Class.getName()}. */
    public String dotted() {
        return dotted;
    }

    String superName() {
        return superName;
    }

    List<String> interfaces() {
        return interfaces;
    }

    boolean isInterface() {
        return isInterface;
    }

    /** There are no objects of this very class; interfaces are abstract. */
    boolean isAbstract() {
        return isAbstract;
    }

    /** Empty when the class does not say. */
    public String sourceFile() {
        return sourceFile;
    }

    /** As in traces. */
    public String checksum() {
        return checksum;
    }

    public List<CodeMethod> methods() {
        return inOrder;
    }

    /** Null when it declares none. */
    public CodeMethod method(String nameAndDescriptor) {
        return methods.get(nameAndDescriptor);
    }

    CodeField field(String nameAndDescriptor) {
        return fields.get(nameAndDescriptor);
    }

    /** The class as a tree that remembers where each instruction stood. */
    private static final class Tree extends ClassNode {
        private final OffsetReader reader;

        Tree(byte[] classFile) {
            super(Opcodes.ASM9);
            reader = new OffsetReader(classFile);
            reader.accept(this, ClassReader.SKIP_FRAMES);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            OffsetMethod method = new OffsetMethod(reader, access, name, descriptor);
            methods.add(method);
            return method;
        }
    }

    /** Its n-th real instruction stood at {@code offsets[n]}. */
    private static final class OffsetMethod extends MethodNode {
        private final OffsetReader reader;
        private int[] offsets = {};

        OffsetMethod(OffsetReader reader, int access, String name, String descriptor) {
            super(Opcodes.ASM9, access, name, descriptor, null, null);
            this.reader = reader;
        }

        @Override
        public void visitCode() {
            reader.count = 0;
        }

        @Override
        public void visitEnd() {
            if (instructions.size() > 0) {
                offsets = Arrays.copyOf(reader.offsets, reader.count);
            }
        }
    }

    private static final class OffsetReader extends ClassReader {
        private int[] offsets = new int[256];
        private int count;

        OffsetReader(byte[] classFile) {
            super(classFile);
        }

        @Override
        protected void readBytecodeInstructionOffset(int offset) {
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, count * 2);
            }
            offsets[count++] = offset;
        }
    }
}
