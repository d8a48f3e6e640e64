// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bytecode;

import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A class file as a tree that keeps the offset of each instruction, which a {@link ClassNode} does not have. */
public class ClassTree extends ClassNode {
    /** The class file that the tree was read from. */
    public final ClassReader reader;

    private final OffsetReader offsets;

    /** @param parsingOptions how frames are read: {@link ClassReader#EXPAND_FRAMES}, {@link ClassReader#SKIP_FRAMES} */
    public ClassTree(byte[] classFile, int parsingOptions) {
        super(Opcodes.ASM9);
        offsets = new OffsetReader(classFile);
        reader = offsets;
        reader.accept(this, parsingOptions);
    }

    /** As in {@code Class.getName()}. */
    public final String className() {
        return name.replace('/', '.');
    }

    @Override
    public final MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodTree method = newMethod(access, name, descriptor, signature, exceptions);
        methods.add(method);
        return method;
    }

    /**
     * The node of a method that is about to be read. Called while the class is read: fields of a subclass are unset.
     */
    protected MethodTree newMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodTree(access, name, descriptor, signature, exceptions);
    }

    /** Whether a node is an instruction of the class file, and not a label, line number or frame. */
    public static boolean isReal(AbstractInsnNode node) {
        return node.getOpcode() >= 0;
    }

    /** A method whose n-th real instruction is at {@code offsets[n]} of its code. */
    public class MethodTree extends MethodNode {
        /** Empty when it is abstract or native. */
        public int[] offsets = {};

        public MethodTree(int access, String name, String descriptor, String signature, String[] exceptions) {
            super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
        }

        @Override
        public void visitCode() {
            ClassTree.this.offsets.count = 0;
        }

        @Override
        public void visitEnd() {
            if (instructions.size() > 0) {
                offsets = ClassTree.this.offsets.ofMethod();
            }
        }
    }

    /** Keeps the offsets of the method that is being read. */
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

        int[] ofMethod() {
            return Arrays.copyOf(offsets, count);
        }
    }
}
