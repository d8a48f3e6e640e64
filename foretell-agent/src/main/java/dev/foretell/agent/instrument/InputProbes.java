// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.InputKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls that read inputs: the time, random numbers, the JVM's hash codes. The call stays, and its result goes through a
 * probe; where the result is an object that could not be made again, the call becomes one that takes a seed or a clock
 * from the probe. Other calls that read from outside are only recorded, see {@link OutsideCalls}.
 *
 * <p>The sites make no events; like those of pauses they only appear in messages.
 */
final class InputProbes {
    static final String INPUTS = "dev/foretell/probe/Inputs";
    private static final String TAIL = "IL" + Snippet.THREAD_PROBE + ";)";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String CLOCK = "Ljava/time/Clock;";
    private static final String DATE = "Ljava/util/Date;";
    private static final String ZONE = "Ljava/time/ZoneId;";

    private final MethodInstrumenter method;

    InputProbes(MethodInstrumenter method) {
        this.method = method;
    }

    /** Must come after all other probes of this call. */
    void add(MethodInsnNode call) {
        if (!call.owner.startsWith("java/")) {
            return;
        }
        if (OutsideCalls.contains(call)) {
            outside(call);
        } else if (InputCalls.contains(call)) {
            input(call);
        }
    }

    private void input(MethodInsnNode call) {
        switch (call.owner) {
            case "java/lang/System" -> system(call);
            case "java/lang/Math", "java/lang/StrictMath" -> filter(call, InputKind.VALUE, "random", false, 0);
            case "java/lang/Object" -> {
                // a call by super cannot be overridden
                boolean certain = call.getOpcode() == Opcodes.INVOKESPECIAL;
                filter(call, InputKind.HASH, certain ? "identityHashCode" : "hashCode", true, 0);
            }
            case "java/util/UUID" -> filter(call, InputKind.VALUE, "uuid", false, 0);
            case "java/util/Calendar" -> filter(call, InputKind.WALL, "calendar", false, 0);
            case "java/util/Collections" -> {
                String random = "Ljava/util/Random;";
                replace(call, InputKind.VALUE, "random", "", random, "(Ljava/util/List;" + random + ")V");
            }
            case "java/util/Random", "java/util/SplittableRandom" -> {
                if (call.name.equals("<init>")) {
                    replace(call, InputKind.VALUE, "seed", "", "J", "(J)V");
                } else {
                    random(call);
                }
            }
            case "java/util/Date" -> replace(call, InputKind.WALL, "date", "", "J", "(J)V");
            case "java/util/concurrent/ThreadLocalRandom",
                    "java/security/SecureRandom",
                    "java/util/random/RandomGenerator" -> random(call);
            case "java/time/Clock", "java/time/InstantSource" -> filter(call, InputKind.WALL, call.name, true, 0);
            case "java/util/concurrent/locks/LockSupport" -> toReal(call, "until", "J");
            case "java/util/concurrent/locks/Condition", "java/util/Timer" -> untilDate(call);
            default -> now(call);
        }
    }

    /** Whether it waits until a time of day. */
    static boolean waitsUntil(MethodInsnNode call) {
        return call.name.equals("parkUntil") && call.owner.equals("java/util/concurrent/locks/LockSupport")
                || call.name.equals("awaitUntil") && call.owner.equals("java/util/concurrent/locks/Condition");
    }

    private void untilDate(MethodInsnNode call) {
        if (call.desc.contains(DATE + ")")) {
            toReal(call, waitsUntil(call) ? "until" : "real", DATE);
        } else if (call.desc.contains(DATE + "J)")) {
            method.before(call, method.snippet().op(Opcodes.DUP2_X1, Opcodes.POP2));
            toReal(call, "real", DATE);
            method.before(call, method.snippet().op(Opcodes.DUP_X2, Opcodes.POP));
        }
    }

    /** The JDK waits by the real clock, so a time that the program computed from a replayed time is converted. */
    private void toReal(MethodInsnNode call, String probe, String type) {
        Snippet before = method.snippet().thread();
        String descriptor = "(" + type + "L" + Snippet.THREAD_PROBE + ";)" + type;
        before.code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INPUTS, probe, descriptor, false));
        method.before(call, before);
    }

    private void now(MethodInsnNode call) {
        boolean zoned = call.desc.startsWith("(" + ZONE + ")");
        if (zoned || call.desc.startsWith("()")) {
            String result = call.desc.substring(call.desc.indexOf(')'));
            replace(call, InputKind.WALL, "clock", zoned ? ZONE : "", CLOCK, "(" + CLOCK + result);
        }
    }

    private void system(MethodInsnNode call) {
        switch (call.name) {
            case "nanoTime" -> filter(call, InputKind.NANOS, "nanoTime", false, 0);
            case "currentTimeMillis" -> filter(call, InputKind.WALL, "currentTimeMillis", false, 0);
            case "identityHashCode" -> filter(call, InputKind.HASH, "identityHashCode", false, 1);
            default -> {}
        }
    }

    private void random(MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC || call.getOpcode() == Opcodes.INVOKESPECIAL) {
            return;
        }
        switch (call.name) {
            case "nextInt", "nextLong", "nextDouble" ->
                filter(call, InputKind.VALUE, "next", true, Type.getArgumentTypes(call.desc).length);
            case "nextFloat", "nextBoolean", "nextGaussian" -> {
                if (call.desc.startsWith("()")) {
                    filter(call, InputKind.VALUE, "next", true, 0);
                }
            }
            case "nextBytes" -> filter(call, InputKind.VALUE, "next", true, 1);
            default -> {}
        }
    }

    private int site(MethodInsnNode call, InputKind kind) {
        String owner = call.owner.substring(call.owner.lastIndexOf('/') + 1);
        boolean made = call.name.equals("<init>");
        return method.site(EventKind.OBSERVE, kind.what(made ? "new " + owner : owner + '.' + call.name));
    }

    /**
     * Passes the result through a probe, with the receiver and with the first arguments, which are kept in locals
     * during the call. The object itself stays on the stack, so that messages of a NullPointerException still name its
     * origin.
     */
    private void filter(MethodInsnNode call, InputKind kind, String probe, boolean withReceiver, int withArguments) {
        int site = site(call, kind);
        Type[] types = Type.getArgumentTypes(call.desc);
        // Beyond what others keep there during the same call.
        int receiver = method.scratchLocal() + 16;
        int[] locals = new int[types.length];
        int next = receiver + 1;
        for (int i = 0; i < types.length; i++) {
            locals[i] = next;
            next += types[i].getSize();
        }
        boolean keepsArguments = withArguments > 0;
        if (withReceiver || keepsArguments) {
            Snippet before = method.snippet();
            for (int i = types.length - 1; i >= 0; i--) {
                before.var(types[i].getOpcode(Opcodes.ISTORE), locals[i]);
            }
            if (withReceiver) {
                before.op(Opcodes.DUP).var(Opcodes.ASTORE, receiver);
            }
            for (int i = 0; i < types.length; i++) {
                before.var(types[i].getOpcode(Opcodes.ILOAD), locals[i]);
            }
            method.before(call, before);
        }
        Type result = Type.getReturnType(call.desc);
        Snippet after = method.snippet();
        StringBuilder descriptor = new StringBuilder("(");
        if (result != Type.VOID_TYPE) {
            descriptor.append(result.getDescriptor());
        }
        if (withReceiver) {
            after.var(Opcodes.ALOAD, receiver);
            descriptor.append(OBJECT);
        }
        for (int i = 0; i < withArguments; i++) {
            after.var(types[i].getOpcode(Opcodes.ILOAD), locals[i]);
            descriptor.append(types[i].getDescriptor());
        }
        invoke(after.code, probe, descriptor, result.getDescriptor(), site);
        // What is in a local counts as used as long as the method is interpreted.
        if (withReceiver) {
            after.op(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, receiver);
        }
        for (int i = 0; i < withArguments; i++) {
            if (types[i].getSort() >= Type.ARRAY) {
                after.op(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, locals[i]);
            }
        }
        method.after(call, after);
    }

    /** Lets a probe add an argument, or replace the last one, and calls the overload of the method that takes it. */
    private void replace(
            MethodInsnNode call, InputKind kind, String probe, String taken, String made, String newDescriptor) {
        int site = site(call, kind);
        Snippet before = method.snippet();
        invoke(before.code, probe, new StringBuilder("(").append(taken), made, site);
        method.before(call, before);
        method.replace(call, new MethodInsnNode(call.getOpcode(), call.owner, call.name, newDescriptor, call.itf));
    }

    /** Passes what was read to a probe. */
    private void outside(MethodInsnNode call) {
        Type result = Type.getReturnType(call.desc);
        Snippet after = method.snippet();
        String type = "J";
        switch (result.getSort()) {
            case Type.VOID -> after.op(Opcodes.LCONST_0);
            case Type.LONG -> after.op(Opcodes.DUP2);
            case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> after.op(Opcodes.DUP, Opcodes.I2L);
            case Type.OBJECT, Type.ARRAY -> {
                after.op(Opcodes.DUP);
                type = OBJECT;
            }
            default -> {
                return;
            }
        }
        int site = site(call, InputKind.OUTSIDE);
        invoke(after.code, "outside", new StringBuilder("(").append(type), "V", site);
        method.after(call, after);
    }

    private void invoke(InsnList code, String probe, StringBuilder arguments, String result, int site) {
        code.add(method.sites().number(site));
        code.add(method.snippet().thread().code);
        String descriptor = arguments.append(TAIL).append(result).toString();
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INPUTS, probe, descriptor, false));
    }
}
