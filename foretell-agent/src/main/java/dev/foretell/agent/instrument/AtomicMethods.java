// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.trace.options.AgentOptions;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;

/**
 * Which methods are atomic regions: those the user names, those with an annotation whose simple name is {@code Atomic}
 * (on the method or on its class, of any package, of any retention that reaches the class file), or all.
 *
 * <p>Never constructors, whose object no other thread has yet, nor class initialisers, which the JVM makes atomic. Nor
 * what the compiler made: the body of a lambda is part of whatever calls it, and a bridge calls the method that is
 * meant.
 */
public final class AtomicMethods {
    private static final int MADE_BY_THE_COMPILER = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE;

    private final String[] patterns;
    private final boolean all;

    public AtomicMethods(List<String> patterns, AgentOptions.Regions regions) {
        this.patterns = patterns.toArray(new String[0]);
        this.all = regions == AgentOptions.Regions.METHODS;
    }

    boolean contains(ParsedClass.Method method) {
        if (method.name.charAt(0) == '<' || (method.access & MADE_BY_THE_COMPILER) != 0) {
            return false;
        }
        ParsedClass owner = method.owner();
        return hasAnnotation(method.visibleAnnotations)
                || hasAnnotation(method.invisibleAnnotations)
                || hasAnnotation(owner.visibleAnnotations)
                || hasAnnotation(owner.invisibleAnnotations)
                || patterns.length > 0 && Selection.matchesAny(owner.className() + '.' + method.name, patterns)
                || all && !isSingleAccess(method);
    }

    private static boolean hasAnnotation(List<AnnotationNode> annotations) {
        if (annotations != null) {
            for (AnnotationNode annotation : annotations) {
                String type = annotation.desc;
                int simple = Math.max(type.lastIndexOf('/'), Math.max(type.lastIndexOf('$'), 0)) + 1;
                if (type.startsWith("Atomic;", simple)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether the method makes at most one access, without calls and branches: no two events can be in it, so its
     * region has no effect. Such accessors are called often.
     */
    private static boolean isSingleAccess(ParsedClass.Method method) {
        int accesses = 0;
        for (AbstractInsnNode node : method.instructions) {
            int opcode = node.getOpcode();
            switch (node.getType()) {
                case AbstractInsnNode.METHOD_INSN,
                        AbstractInsnNode.INVOKE_DYNAMIC_INSN,
                        AbstractInsnNode.JUMP_INSN,
                        AbstractInsnNode.LOOKUPSWITCH_INSN,
                        AbstractInsnNode.TABLESWITCH_INSN -> {
                    return false;
                }
                case AbstractInsnNode.FIELD_INSN -> accesses++;
                default -> {
                    boolean load = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
                    boolean store = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
                    accesses += load || store ? 1 : 0;
                }
            }
        }
        return accesses <= 1;
    }
}
