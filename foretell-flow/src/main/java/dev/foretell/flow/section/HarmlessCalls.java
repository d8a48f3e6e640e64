// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls of the JDK that neither wait for another thread nor call code of the program: short, final, and without
 * arguments whose methods they might call.
 */
final class HarmlessCalls {
    /** All of their methods, if their arguments are harmless. */
    private static final Set<String> CLASSES = Set.of(
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Short",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/String",
            "java/lang/StringBuilder",
            "java/util/concurrent/atomic/AtomicBoolean",
            "java/util/concurrent/atomic/AtomicInteger",
            "java/util/concurrent/atomic/AtomicLong");

    /** Whatever their arguments: they only compare or store them. */
    private static final Set<String> METHODS = Set.of(
            "java/lang/Object.<init>()V",
            "java/lang/Record.<init>()V",
            "java/lang/Enum.<init>(Ljava/lang/String;I)V",
            "java/lang/Number.<init>()V",
            "java/lang/Object.getClass()Ljava/lang/Class;",
            "java/lang/System.nanoTime()J",
            "java/lang/System.currentTimeMillis()J",
            "java/lang/System.identityHashCode(Ljava/lang/Object;)I",
            "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V",
            "java/lang/Thread.currentThread()Ljava/lang/Thread;",
            "java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;",
            "java/util/Objects.requireNonNull(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
            "java/util/Objects.isNull(Ljava/lang/Object;)Z",
            "java/util/Objects.nonNull(Ljava/lang/Object;)Z",
            "java/lang/String.equals(Ljava/lang/Object;)Z",
            "java/util/concurrent/atomic/AtomicReference.get()Ljava/lang/Object;",
            "java/util/concurrent/atomic/AtomicReference.set(Ljava/lang/Object;)V",
            "java/util/concurrent/atomic/AtomicReference.getAndSet(Ljava/lang/Object;)Ljava/lang/Object;",
            "java/util/concurrent/atomic/AtomicReference.compareAndSet(Ljava/lang/Object;Ljava/lang/Object;)Z");

    /** In classes that are otherwise harmless: with tables or settings behind a lock. */
    private static final Set<String> EXCEPTIONS = Set.of("format", "formatted", "intern", "getBytes");

    private HarmlessCalls() {}

    static boolean contains(MethodInsnNode call) {
        if (METHODS.contains(call.owner + "." + call.name + call.desc)) {
            return true;
        }
        boolean makesException = call.name.equals("<init>")
                && call.owner.startsWith("java/lang/")
                && (call.owner.endsWith("Exception") || call.owner.endsWith("Error"))
                && (call.desc.equals("()V") || call.desc.equals("(Ljava/lang/String;)V"));
        return makesException
                || CLASSES.contains(call.owner) && !EXCEPTIONS.contains(call.name) && takesOnlyPlain(call.desc);
    }

    /**
     * Whether it creates a function object, or concatenates values without calling a {@code toString} of the program.
     */
    static boolean contains(InvokeDynamicInsnNode call) {
        String factory = call.bsm.getOwner();
        return factory.equals("java/lang/invoke/LambdaMetafactory")
                || factory.equals("java/lang/invoke/StringConcatFactory")
                        && call.bsm.getTag() == Opcodes.H_INVOKESTATIC
                        && takesOnlyPlain(call.desc);
    }

    private static boolean takesOnlyPlain(String descriptor) {
        for (Type type : Type.getArgumentTypes(descriptor)) {
            Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
            if (element.getSort() == Type.OBJECT && !element.getInternalName().equals("java/lang/String")) {
                return false;
            }
        }
        return true;
    }
}
