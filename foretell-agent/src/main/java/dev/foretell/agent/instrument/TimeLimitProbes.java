// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls that wait for a limited time. A mode that replays the time needs to know how long the program has waited: its
 * clock advances at least that much, and what comes before the limit may come at any time.
 *
 * <p>Any call whose last arguments are a time and its unit counts, of any class. If it does not wait, or the arguments
 * mean something else, nothing is lost: only time that has really passed counts.
 */
final class TimeLimitProbes {
    private static final String UNIT = "Ljava/util/concurrent/TimeUnit;";
    private static final String DURATION = "Ljava/time/Duration;";

    private final MethodInstrumenter method;

    TimeLimitProbes(MethodInstrumenter method) {
        this.method = method;
    }

    /** Must come after all others for this call, so that its probe is closest to it. */
    void add(MethodInsnNode call) {
        // Beyond what others keep there during the same call.
        int first = method.scratchLocal() + 16;
        Snippet before = method.snippet();
        if (call.desc.contains("J" + UNIT + ")")) {
            before.var(Opcodes.ASTORE, first).op(Opcodes.DUP2).var(Opcodes.ALOAD, first);
            call(before, "waiting", "J" + UNIT).var(Opcodes.ALOAD, first);
        } else if (isSleepOfUnit(call)) {
            before.var(Opcodes.LSTORE, first).op(Opcodes.DUP).var(Opcodes.LLOAD, first);
            before.op(Opcodes.DUP2_X1, Opcodes.POP2);
            call(before, "waiting", "J" + UNIT).var(Opcodes.LLOAD, first);
        } else if (isInNanos(call)) {
            call(before.op(Opcodes.DUP2), "waitingNanos", "J");
        } else if (isInMillis(call)) {
            if (call.desc.equals("(J)V")) {
                call(before.op(Opcodes.DUP2, Opcodes.ICONST_0), "waitingMillis", "JI");
            } else if (call.desc.equals("(JI)V")) {
                before.var(Opcodes.ISTORE, first).op(Opcodes.DUP2).var(Opcodes.ILOAD, first);
                call(before, "waitingMillis", "JI").var(Opcodes.ILOAD, first);
            } else if (call.desc.startsWith("(" + DURATION + ")")) {
                call(before.op(Opcodes.DUP), "waiting", DURATION);
            } else {
                return;
            }
        } else if (!InputProbes.waitsUntil(call)) {
            return; // such a call passes it when its time is made real
        }
        if (call.name.charAt(0) != '<') {
            method.before(call, before);
            method.after(call, call(method.snippet(), "waited", ""));
        }
    }

    private static boolean isSleepOfUnit(MethodInsnNode call) {
        return call.owner.equals("java/util/concurrent/TimeUnit") && call.name.equals("sleep");
    }

    private static boolean isInNanos(MethodInsnNode call) {
        return call.name.equals("parkNanos") && call.owner.equals("java/util/concurrent/locks/LockSupport")
                || call.name.equals("awaitNanos") && call.desc.equals("(J)J");
    }

    /** Limits of {@code wait} are arguments of its own probe. */
    private static boolean isInMillis(MethodInsnNode call) {
        return call.name.equals("sleep") && call.owner.equals("java/lang/Thread")
                || call.name.equals("join") && call.getOpcode() != Opcodes.INVOKESTATIC;
    }

    private Snippet call(Snippet out, String probe, String arguments) {
        out.thread();
        String descriptor = "(" + arguments + "L" + Snippet.THREAD_PROBE + ";)V";
        out.code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, InputProbes.INPUTS, probe, descriptor, false));
        return out;
    }
}
