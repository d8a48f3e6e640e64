// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A class file as a tree, with what the tree would lose: where each instruction stood. */
final class ParsedClass extends ClassNode {
    final OffsetReader reader;

    ParsedClass(byte[] classFile) {
        super(Opcodes.ASM9);
        reader = new OffsetReader(classFile);
        reader.accept(this, ClassReader.EXPAND_FRAMES);
    }

    String className() {
        return name.replace('/', '.');
    }

    int majorVersion() {
        return version & 0xFFFF;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        Method method = new Method(access, name, descriptor, signature, exceptions);
        methods.add(method);
        return method;
    }

    /** A method whose n-th real instruction stood at {@code offsets[n]}. */
    final class Method extends MethodNode {
        int[] offsets = {};
        /** Whether it has probes. */
        boolean changed;

        Method(int access, String name, String descriptor, String signature, String[] exceptions) {
            super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
        }

        ParsedClass owner() {
            return ParsedClass.this;
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

    static boolean isAnnotated(MethodNode method, String descriptor) {
        List<AnnotationNode> annotations = method.visibleAnnotations == null ? List.of() : method.visibleAnnotations;
        for (AnnotationNode annotation : annotations) {
            if (annotation.desc.equals(descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** Is this node an instruction of the class file, and not a label, line number or frame? */
    static boolean isReal(AbstractInsnNode node) {
        return node.getOpcode() >= 0;
    }

    /** Remembers the offsets of the method being read. */
    static final class OffsetReader extends ClassReader {
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
