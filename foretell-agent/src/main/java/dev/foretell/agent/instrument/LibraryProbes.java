// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.model.HandleAccess;
import dev.foretell.agent.model.ModelledCall;
import dev.foretell.agent.model.Models;
import dev.foretell.trace.EventKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls with a model. The object and the arguments of interest are kept in locals during the call, so that they can be
 * passed to the probe after it, too; the object itself stays on the stack, so that messages of a NullPointerException
 * still name its origin.
 */
final class LibraryProbes {
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String ARGUMENTS = OBJECT + OBJECT + "I";
    private static final Type OBJECT_TYPE = Type.getType(OBJECT);
    private static final String STRING_BUILDER = "java/lang/StringBuilder";

    private final MethodInstrumenter method;

    LibraryProbes(MethodInstrumenter method) {
        this.method = method;
    }

    /** {@code position} is that of the instruction in the original code. */
    void add(MethodInsnNode call, int position) {
        if (call.name.charAt(0) == '<' || isChained(call, position)) {
            return;
        }
        ModelledCall.Shape shape = method.select(call);
        if (shape == null) {
            if (method.mayUseUnmodelled(call)) {
                use(call);
            }
            return;
        }
        if (Models.isFieldHandle(call.owner)) {
            HandleAccess handle = method.accessed(call, position);
            if (handle == null) {
                return;
            }
            shape = shape.by(handle);
        }
        if (call.getOpcode() == Opcodes.INVOKESPECIAL) {
            shape = shape.asOfSuper();
        }
        int site = -1;
        for (HandleAccess accessed : shape.accessed().alternatives()) {
            ModelledCall.Shape one = shape.by(accessed);
            for (EventKind kind : one.sites()) {
                int next = method.site(kind, one.what(kind));
                site = site < 0 ? next : site;
            }
        }
        method.addCall(shape, site);
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        Type[] types = Type.getArgumentTypes(call.desc);
        int[] locals = new int[types.length];
        int receiver = method.scratchLocal();
        int next = receiver + 1;
        for (int i = 0; i < types.length; i++) {
            locals[i] = next;
            next += types[i].getSize();
        }
        Snippet before = method.snippet();
        for (int i = types.length - 1; i >= 0; i--) {
            before.var(types[i].getOpcode(Opcodes.ISTORE), locals[i]);
        }
        if (!isStatic) {
            before.op(Opcodes.DUP).var(Opcodes.ASTORE, receiver);
        }
        arguments(before, shape, isStatic ? -1 : receiver, types, locals).probe("beforeCall", ARGUMENTS, site);
        for (int i = 0; i < types.length; i++) {
            before.var(types[i].getOpcode(Opcodes.ILOAD), locals[i]);
        }
        int argument = argument(shape, types);
        for (int i = 0; i < types.length; i++) {
            if (i + 1 != argument || !shape.after()) {
                forget(before, types[i], locals[i]);
            }
        }
        if (!isStatic && !shape.after()) {
            forget(before, OBJECT_TYPE, receiver);
        }
        method.before(call, before);
        if (shape.after()) {
            Snippet after = method.snippet();
            Type returned = Type.getReturnType(call.desc);
            boolean counts = shape.countsResult() && returned.getSort() == Type.INT;
            if (counts) {
                after.op(Opcodes.DUP).var(Opcodes.ISTORE, next);
            }
            String result = result(after, returned);
            arguments(after, shape, isStatic ? -1 : receiver, types, locals);
            if (counts) {
                after.op(Opcodes.POP).var(Opcodes.ILOAD, next);
            }
            after.probe("afterCall", result + ARGUMENTS, site);
            if (!isStatic) {
                forget(after, OBJECT_TYPE, receiver);
            }
            if (argument > 0) {
                forget(after, types[argument - 1], locals[argument - 1]);
            }
            method.after(call, after);
        }
    }

    /** A call whose object may be of a class without a model. */
    private void use(MethodInsnNode call) {
        ModelledCall.Shape shape = method.use(call);
        int site = method.site(EventKind.OBSERVE, ""); // for messages only
        method.addCall(shape, site);
        Type[] types = Type.getArgumentTypes(call.desc);
        int[] locals = new int[types.length];
        int next = method.scratchLocal();
        Snippet before = method.snippet();
        for (int i = types.length - 1; i >= 0; i--) {
            locals[i] = next;
            next += types[i].getSize();
            before.var(types[i].getOpcode(Opcodes.ISTORE), locals[i]);
        }
        before.op(Opcodes.DUP).probe("use", OBJECT, site);
        for (int i = 0; i < types.length; i++) {
            before.var(types[i].getOpcode(Opcodes.ILOAD), locals[i]);
            forget(before, types[i], locals[i]);
        }
        method.before(call, before);
    }

    /** How many local variables are used from the first scratch variable on. */
    static int locals(Type[] arguments) {
        int size = 2;
        for (Type type : arguments) {
            size += type.getSize();
        }
        return size;
    }

    /** While a method is interpreted, its locals keep objects alive; so they are cleared after the call. */
    private static void forget(Snippet out, Type type, int local) {
        if (type.getSort() >= Type.ARRAY) {
            out.op(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, local);
        }
    }

    /** Number of the argument that the probe gets, from 1; 0 when there is none. */
    private static int argument(ModelledCall.Shape shape, Type[] types) {
        int argument = shape.argument() != 0 ? shape.argument() : shape.key();
        boolean isObject = argument > 0 && argument <= types.length && types[argument - 1].getSort() >= Type.ARRAY;
        return isObject ? argument : 0;
    }

    /** Pushes the object, the argument, and the number that the probe gets. */
    private static Snippet arguments(Snippet out, ModelledCall.Shape shape, int receiver, Type[] types, int[] locals) {
        if (receiver < 0) {
            out.op(Opcodes.ACONST_NULL);
        } else {
            out.var(Opcodes.ALOAD, receiver);
        }
        int argument = argument(shape, types);
        if (argument > 0) {
            out.var(Opcodes.ALOAD, locals[argument - 1]);
        } else {
            out.op(Opcodes.ACONST_NULL);
        }
        int key = shape.key() <= types.length ? shape.key() : 0;
        if (key == 0) {
            return out.op(Opcodes.ICONST_0);
        }
        if (shape.accessed().kind() == HandleAccess.Kind.OFFSET) {
            return out.var(Opcodes.LLOAD, locals[key - 1]).offset();
        }
        boolean isNumber = types[key - 1].getSort() == Type.INT;
        return isNumber ? out.var(Opcodes.ILOAD, locals[key - 1]) : out.op(Opcodes.ICONST_M1);
    }

    /** Copies the result if the model uses it, and returns the type that the probe takes. */
    private static String result(Snippet out, Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> {
                out.op(Opcodes.DUP);
                yield OBJECT;
            }
            case Type.BOOLEAN -> {
                out.op(Opcodes.DUP);
                yield "Z";
            }
            case Type.LONG -> {
                out.op(Opcodes.DUP2);
                yield "J";
            }
            default -> "";
        };
    }

    /**
     * Whether it is called on the result of another call or on a new object: then a string is being put together here,
     * and no other thread has the builder.
     */
    private boolean isChained(MethodInsnNode call, int position) {
        if (!call.owner.equals(STRING_BUILDER)) {
            return false;
        }
        int depth = Type.getArgumentsAndReturnSizes(call.desc) >> 2;
        for (int i = position - 1; i >= 0; i--) {
            AbstractInsnNode node = method.original(i);
            if (node.getType() == AbstractInsnNode.JUMP_INSN) {
                return false;
            }
            if (node instanceof MethodInsnNode earlier
                    && depth <= Type.getReturnType(earlier.desc).getSize()) {
                return true;
            }
            if (ParsedClass.isReal(node)) {
                depth -= node.getOpcode() == Opcodes.DUP ? 1 : StackEffect.of(node);
                if (depth <= 0) {
                    return node.getOpcode() == Opcodes.NEW;
                }
            }
        }
        return false;
    }
}
