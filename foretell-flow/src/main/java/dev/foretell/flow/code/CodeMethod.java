// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import dev.foretell.bytecode.ClassTree;
import dev.foretell.trace.section.Place;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** One method of the program. Its instructions are numbered from 0; labels, lines and frames are not instructions. */
public final class CodeMethod {
    private final CodeClass owner;
    private final MethodNode node;
    private final int[] offsets;
    private final String key;
    private AbstractInsnNode[] instructions;
    private int[] lines;

    CodeMethod(CodeClass owner, MethodNode node, int[] offsets) {
        this.owner = owner;
        this.node = node;
        this.offsets = offsets;
        this.key = node.name + node.desc;
    }

    public CodeClass owner() {
        return owner;
    }

    /** The tree; not to be changed. */
    public MethodNode node() {
        return node;
    }

    public String name() {
        return node.name;
    }

    /** Name and descriptor, {@code withdraw(I)V}. */
    public String key() {
        return key;
    }

    /** False when it is abstract or native. */
    public boolean hasCode() {
        return offsets.length > 0;
    }

    public boolean isStatic() {
        return (node.access & Opcodes.ACC_STATIC) != 0;
    }

    public boolean isSynchronized() {
        return (node.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    public boolean isNative() {
        return (node.access & Opcodes.ACC_NATIVE) != 0;
    }

    public boolean isAbstract() {
        return (node.access & Opcodes.ACC_ABSTRACT) != 0;
    }

    public boolean isConstructor() {
        return node.name.equals("<init>");
    }

    public boolean isInitializer() {
        return node.name.equals("<clinit>");
    }

    /** How many instructions there are. */
    public int size() {
        return offsets.length;
    }

    public AbstractInsnNode instruction(int index) {
        number();
        return instructions[index];
    }

    /** Offset in the bytecode. */
    public int offset(int index) {
        return offsets[index];
    }

    /** Source line, or -1. */
    public int line(int index) {
        number();
        return lines[index];
    }

    /** For sections. */
    public Place place(int index) {
        return new Place(owner.dotted(), key(), owner.sourceFile(), line(index), offset(index));
    }

    /** As a whole, for sections. */
    public Place place() {
        return Place.method(owner.dotted(), key());
    }

    /** {@code com.acme.Account.withdraw}, for messages. */
    public String fullName() {
        return owner.dotted() + "." + node.name;
    }

    private void number() {
        if (instructions != null) {
            return;
        }
        AbstractInsnNode[] found = new AbstractInsnNode[offsets.length];
        lines = new int[offsets.length];
        int line = -1;
        int next = 0;
        for (AbstractInsnNode each : node.instructions) {
            if (each instanceof LineNumberNode here) {
                line = here.line;
            } else if (ClassTree.isReal(each)) {
                lines[next] = line;
                found[next++] = each;
            }
        }
        instructions = found;
    }

    @Override
    public String toString() {
        return fullName() + node.desc;
    }
}
