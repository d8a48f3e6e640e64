// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** One method that may fill a cache, or that computes what goes into it. */
final class CacheMethod {
    private static final int MOST_INSTRUCTIONS = 1000;
    private static final int DEEPEST = 3;
    private static final int EXCLUDED =
            Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_VARARGS;

    private final ClassNode owner;
    private final MethodNode method;
    /** Null for a method that computes. */
    private final FieldNode cache;

    private final boolean ofClass;
    private final int depth;
    private int serials;

    private CacheMethod(ClassNode owner, MethodNode method, FieldNode cache, boolean ofClass, int depth) {
        this.owner = owner;
        this.method = method;
        this.cache = cache;
        this.ofClass = ofClass;
        this.depth = depth;
    }

    /**
     * Whether a method returns the same, whether it finds the cache empty or filled, and fills it with one value only.
     */
    static boolean fills(ClassNode owner, MethodNode method, FieldNode cache) {
        boolean ofClass = (cache.access & Opcodes.ACC_STATIC) != 0;
        return Type.getArgumentCount(method.desc) == 0
                && new CacheMethod(owner, method, cache, ofClass, 0).isAccepted();
    }

    private boolean isAccepted() {
        if ((method.access & EXCLUDED) != 0
                || !method.tryCatchBlocks.isEmpty()
                || method.instructions.size() > MOST_INSTRUCTIONS
                || !PureCalls.isImmutable(Type.getReturnType(method.desc))) {
            return false;
        }
        try {
            new Paths().analyze(owner.name, method);
            return true;
        } catch (AnalyzerException | RuntimeException unknownCode) {
            return false;
        }
    }

    /** The paths through the method. */
    private final class Paths extends Analyzer<CacheValue> {
        Paths() {
            super(new CacheValues(CacheMethod.this));
        }

        @Override
        protected Frame<CacheValue> newFrame(int locals, int stack) {
            return new CacheFrame(CacheMethod.this, locals, stack);
        }

        @Override
        protected Frame<CacheValue> newFrame(Frame<? extends CacheValue> frame) {
            return new CacheFrame(CacheMethod.this, (CacheFrame) frame);
        }
    }

    boolean isHelper() {
        return cache == null;
    }

    /** Whether the cache is a static field: then its value depends on no object. */
    boolean isOfClass() {
        return ofClass;
    }

    int nextSerial() {
        return serials++;
    }

    int slots() {
        return method.maxLocals + method.maxStack + 1;
    }

    int numberOf(AbstractInsnNode insn) {
        return method.instructions.indexOf(insn);
    }

    int numberOfParameter(int local) {
        return method.instructions.size() + local;
    }

    boolean isCache(FieldInsnNode access) {
        return cache != null
                && access.owner.equals(owner.name)
                && access.name.equals(cache.name)
                && access.desc.equals(cache.desc);
    }

    /** Whether a field is final and of a type whose objects never change. */
    boolean isConstant(FieldInsnNode access) {
        if (!access.owner.equals(owner.name) || !PureCalls.isImmutable(Type.getType(access.desc))) {
            return false;
        }
        for (FieldNode field : owner.fields) {
            if (field.name.equals(access.name) && field.desc.equals(access.desc)) {
                return (field.access & Opcodes.ACC_FINAL) != 0;
            }
        }
        return false;
    }

    boolean isOwn(MethodInsnNode call) {
        return call.owner.equals(owner.name);
    }

    /**
     * Whether a method of the same class, which no other class can replace, computes its result from pure values only.
     */
    boolean isPureHelper(MethodInsnNode call) {
        if (depth == DEEPEST) {
            return false;
        }
        for (MethodNode each : owner.methods) {
            if (each.name.equals(call.name) && each.desc.equals(call.desc)) {
                int fixed = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_STATIC;
                boolean isFixed = (each.access & fixed) != 0 || (owner.access & Opcodes.ACC_FINAL) != 0;
                return isFixed && new CacheMethod(owner, each, null, ofClass, depth + 1).isAccepted();
            }
        }
        return false;
    }
}
