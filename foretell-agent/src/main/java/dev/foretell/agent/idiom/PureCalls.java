// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** Types whose objects never change, and calls of the JDK whose result depends on such arguments only. */
final class PureCalls {
    private static final Set<String> BOXES = Set.of(
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Float",
            "java/lang/Double");
    private static final Set<String> OF_CLASS =
            Set.of("getName", "getSimpleName", "getTypeName", "hashCode", "forName", "getComponentType");
    private static final Set<String> OF_OBJECTS = Set.of("hash", "hashCode", "equals", "toString");
    /** They read the system properties or the default locale. */
    private static final Set<String> NOT_PURE =
            Set.of("getInteger", "getLong", "getBoolean", "format", "formatted", "getChars", "getBytes", "random");

    private PureCalls() {}

    /** Whether every value of this type is a number, a string, a box or a class. */
    static boolean isImmutable(Type type) {
        switch (type.getSort()) {
            case Type.VOID, Type.ARRAY, Type.METHOD -> {
                return false;
            }
            case Type.OBJECT -> {
                String name = type.getInternalName();
                return name.equals("java/lang/String") || name.equals("java/lang/Class") || BOXES.contains(name);
            }
            default -> {
                return true;
            }
        }
    }

    static boolean isBuilder(String type) {
        return type.equals("java/lang/StringBuilder") || type.equals("java/lang/StringBuffer");
    }

    /** Whether a call with pure operands has a pure result, and no effect. */
    static boolean isPure(MethodInsnNode call) {
        String name = call.name;
        if (NOT_PURE.contains(name)) {
            return false;
        }
        if (call.owner.equals("java/lang/Object")) {
            return name.equals("hashCode") || name.equals("equals") || name.equals("toString");
        }
        if (!isImmutable(Type.getReturnType(call.desc))) {
            return false;
        }
        switch (call.owner) {
            case "java/lang/String" -> {
                boolean usesLocale = name.equals("toLowerCase") || name.equals("toUpperCase");
                return !usesLocale && !name.equals("<init>");
            }
            case "java/lang/Class" -> {
                return OF_CLASS.contains(name);
            }
            case "java/util/Objects" -> {
                return OF_OBJECTS.contains(name);
            }
            case "java/lang/Math", "java/lang/StrictMath" -> {
                return true;
            }
            default -> {
                return BOXES.contains(call.owner);
            }
        }
    }

    /** Whether a call has a pure result also with an array of pure values as argument. */
    static boolean readsArray(MethodInsnNode call) {
        return switch (call.owner) {
            case "java/util/Objects" -> call.name.equals("hash");
            case "java/util/Arrays" -> call.name.equals("hashCode") || call.name.equals("toString");
            case "java/lang/String" -> call.name.equals("join") || call.name.equals("valueOf");
            default -> false;
        };
    }
}
