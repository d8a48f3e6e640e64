// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import dev.foretell.bytecode.ClassTree;
import dev.foretell.trace.ClassInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** One class of the program. Names are internal ones, with slashes, unless documented otherwise. */
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
        ClassTree tree = new ClassTree(classFile, ClassReader.SKIP_FRAMES);
        name = tree.name;
        dotted = tree.className();
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
            CodeMethod method = new CodeMethod(this, node, ((ClassTree.MethodTree) node).offsets);
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

    /** Empty when the class file has none. */
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
}
