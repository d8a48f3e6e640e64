// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

class HierarchyTest {
    private final Hierarchy hierarchy = new Hierarchy(JavaText.compile("""
            interface Shape { default int corners() { return area(); } int area(); static int make() { return 1; } }
            abstract class Base implements Shape { int size; static int count; public String toString() { return ""; } }
            class Square extends Base { public int area() { return 1; } public int corners() { return 4; } }
            class Circle extends Base { public int area() { return 3; } }
            class Task extends Thread { public void run() {} }
            class Items extends java.util.ArrayList<String> { static { System.out.println(); } }
            class MoreItems extends Items { public int size() { return 0; } }
            """));

    private static MethodInsnNode call(int opcode, String owner, String name, String descriptor) {
        return new MethodInsnNode(opcode, owner, name, descriptor, false);
    }

    private List<String> targets(int opcode, String owner, String name, String descriptor) {
        return hierarchy.targets(call(opcode, owner, name, descriptor)).stream()
                .map(CodeMethod::fullName)
                .toList();
    }

    @Test
    void aCallMeansEveryOverridingMethod() {
        assertThat(targets(Opcodes.INVOKEINTERFACE, "Shape", "area", "()I"))
                .containsExactlyInAnyOrder("Square.area", "Circle.area");
        assertThat(targets(Opcodes.INVOKEINTERFACE, "Shape", "corners", "()I"))
                .containsExactlyInAnyOrder("Square.corners", "Shape.corners");
        assertThat(targets(Opcodes.INVOKEVIRTUAL, "Circle", "corners", "()I")).containsExactly("Shape.corners");
        assertThat(targets(Opcodes.INVOKESPECIAL, "Base", "toString", "()Ljava/lang/String;"))
                .containsExactly("Base.toString");
        assertThat(targets(Opcodes.INVOKESTATIC, "Shape", "make", "()I")).containsExactly("Shape.make");
    }

    @Test
    void knowsTheParentsOfClassesOfTheJdk() {
        assertThat(targets(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V"))
                .containsExactly("Task.run");
        assertThat(hierarchy.isA("Task", "java/lang/Runnable")).isTrue();
        assertThat(hierarchy.isA("Task", "Base")).isFalse();
    }

    @Test
    void aCallThatMayLeaveTheProgramIsNotClosed() {
        assertThat(hierarchy.isClosed(call(Opcodes.INVOKEINTERFACE, "Shape", "area", "()I")))
                .isTrue();
        assertThat(hierarchy.isClosed(call(Opcodes.INVOKEVIRTUAL, "Items", "size", "()I")))
                .isFalse();
        assertThat(hierarchy.isClosed(call(Opcodes.INVOKEVIRTUAL, "MoreItems", "size", "()I")))
                .isTrue();
        assertThat(hierarchy.isClosed(call(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V")))
                .isFalse();
    }

    @Test
    void findsTheClassThatDeclaresAField() {
        CodeField field = hierarchy.field(new FieldInsnNode(Opcodes.GETFIELD, "Square", "size", "I"));
        assertThat(field.variable()).isEqualTo("Base.size");
        assertThat(hierarchy.field(new FieldInsnNode(Opcodes.GETFIELD, "Square", "size", "J")))
                .isNull();
        assertThat(hierarchy.field(new FieldInsnNode(Opcodes.GETFIELD, "java/util/ArrayList", "size", "I")))
                .isNull();
    }

    @Test
    void findsTheClassWhoseInitialiserMayRun() {
        assertThat(hierarchy.initialised("MoreItems")).isEqualTo("Items");
        assertThat(hierarchy.initialised("Square")).isNull();
        assertThat(hierarchy.initialised("java/lang/Math")).isNull();
    }
}
