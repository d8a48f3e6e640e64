// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Method references to calls that order threads or read inputs, {@code thread::join}, {@code list::add},
 * {@code System::nanoTime} or {@code Random::new}: the JVM calls the method from a class of its own, where no probe is.
 * They are turned into references to a method of the program's class that makes the call, as a compiler does with a
 * lambda; there the call gets its probes.
 *
 * <p>References that can be serialized stay as they are, because their written form names the method.
 */
final class MethodReferences {
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final int ACCESS = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    private final ParsedClass parsed;
    private final List<MethodNode> added = new ArrayList<>();

    private final Instrumenter.Session session;

    private MethodReferences(ParsedClass parsed, Instrumenter.Session session) {
        this.parsed = parsed;
        this.session = session;
    }

    /** Adds the methods needed. */
    static void unfold(ParsedClass parsed, Instrumenter.Session session) {
        MethodReferences references = new MethodReferences(parsed, session);
        for (MethodNode method : parsed.methods) {
            references.unfold(method);
        }
        parsed.methods.addAll(references.added);
    }

    private void unfold(MethodNode method) {
        int line = -1;
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LineNumberNode number) {
                line = number.line;
            } else if (node instanceof InvokeDynamicInsnNode made && isReference(made)) {
                made.bsmArgs[1] = unfold(made, (Handle) made.bsmArgs[1], line);
            }
        }
    }

    private boolean isReference(InvokeDynamicInsnNode made) {
        return made.bsm.getOwner().equals(METAFACTORY)
                && made.bsm.getName().equals("metafactory")
                && made.bsmArgs[1] instanceof Handle called
                && called.getOwner().charAt(0) != '['
                && (called.getTag() == Opcodes.H_INVOKEVIRTUAL && ordersThreads(called.getName(), called.getDesc())
                        || session.isModelled(called)
                        || readsInput(called));
    }

    private static boolean readsInput(Handle called) {
        MethodInsnNode call = call(called);
        return call != null && (InputCalls.contains(call) || OutsideCalls.contains(call));
    }

    /** The call that a reference makes; null for those by {@code super}, which only the class itself can make. */
    private static MethodInsnNode call(Handle called) {
        int opcode = switch (called.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            default -> -1;
        };
        return opcode < 0
                ? null
                : new MethodInsnNode(
                        opcode, called.getOwner(), called.getName(), called.getDesc(), called.isInterface());
    }

    private static boolean ordersThreads(String name, String descriptor) {
        return switch (name) {
            case "wait" -> descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
            case "notify", "notifyAll", "start", "join" -> descriptor.equals("()V");
            default -> false;
        };
    }

    private Handle unfold(InvokeDynamicInsnNode made, Handle called, int line) {
        MethodInsnNode call = call(called);
        boolean isNew = call.getOpcode() == Opcodes.INVOKESPECIAL;
        Type owner = Type.getObjectType(called.getOwner());
        Type[] captured = Type.getArgumentTypes(made.desc);
        List<Type> parameters = new ArrayList<>();
        if (!isNew && call.getOpcode() != Opcodes.INVOKESTATIC) {
            // A receiver that is bound must have exactly the type that is captured.
            parameters.add(captured.length > 0 ? captured[0] : owner);
        }
        parameters.addAll(Arrays.asList(Type.getArgumentTypes(called.getDesc())));
        Type result = isNew ? owner : Type.getReturnType(called.getDesc());
        String descriptor = Type.getMethodDescriptor(result, parameters.toArray(new Type[0]));
        String name = "lambda$foretell$" + (isNew ? "new" : called.getName()) + '$' + added.size();
        ParsedClass.Method bridge = parsed.new Method(ACCESS, name, descriptor, null, null);
        if (line >= 0) {
            LabelNode start = new LabelNode();
            bridge.instructions.add(start);
            bridge.instructions.add(new LineNumberNode(line, start));
        }
        if (isNew) {
            bridge.instructions.add(new TypeInsnNode(Opcodes.NEW, called.getOwner()));
            bridge.instructions.add(new InsnNode(Opcodes.DUP));
        }
        int local = 0;
        for (Type parameter : parameters) {
            bridge.instructions.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), local));
            local += parameter.getSize();
        }
        bridge.instructions.add(call);
        bridge.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        bridge.maxLocals = local;
        bridge.offsets = new int[parameters.size() + (isNew ? 4 : 2)];
        added.add(bridge);
        boolean isInterface = (parsed.access & Opcodes.ACC_INTERFACE) != 0;
        return new Handle(Opcodes.H_INVOKESTATIC, parsed.name, name, descriptor, isInterface);
    }
}
