// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.ThreadLife;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls that order threads or copy objects. {@code wait} and {@code notify} are final in {@code Object}, so their names
 * suffice. Methods called {@code start}, {@code join} or {@code isAlive} may be of any class: the probe checks the
 * receiver.
 */
final class CallProbes {
    private static final String OBJECT = "Ljava/lang/Object;";

    private final MethodInstrumenter method;

    CallProbes(MethodInstrumenter method) {
        this.method = method;
    }

    void add(MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            if (call.owner.equals("java/lang/Thread") && isThreadPause(call.name)) {
                pause(call);
            }
            return;
        }
        boolean onArray = call.owner.charAt(0) == '[';
        switch (call.name) {
            case "wait" -> waits(call);
            case "notify" -> notifies(call, "beforeNotify", EventKind.NOTIFY);
            case "notifyAll" -> notifies(call, "beforeNotifyAll", EventKind.NOTIFY_ALL);
            case "start" -> starts(call);
            case "join" -> joins(call);
            case "isAlive" -> isAlive(call);
            case "clone" -> {
                if (!onArray) {
                    clones(call);
                }
            }
            case "sleep" -> {
                if (call.owner.equals("java/util/concurrent/TimeUnit")) {
                    pause(call);
                }
            }
            default -> {}
        }
    }

    private static boolean isThreadPause(String name) {
        return name.equals("sleep") || name.equals("yield") || name.equals("onSpinWait");
    }

    /**
     * Pauses make no events; their sites only appear in messages. Without {@link ProbeGroup#TIMED_WAIT} only sleeps
     * have probes.
     */
    private void pause(MethodInsnNode call) {
        if (method.has(ProbeGroup.TIMED_WAIT) || call.name.equals("sleep")) {
            int site = method.site(EventKind.OBSERVE, call.name);
            if (method.has(ProbeGroup.TIMED_WAIT)) {
                method.before(call, method.snippet().probe("beforePause", "", site));
            }
            method.after(call, method.snippet().probe("afterPause", "", site));
        }
    }

    /** A wait is three events: it releases, is woken, and acquires again. */
    private void waits(MethodInsnNode call) {
        int millis = method.scratchLocal();
        Snippet before = method.snippet();
        Snippet reload = method.snippet();
        switch (call.desc) {
            case "()V" -> before.op(Opcodes.DUP, Opcodes.DUP, Opcodes.LCONST_0);
            case "(J)V" -> {
                before.var(Opcodes.LSTORE, millis).op(Opcodes.DUP, Opcodes.DUP).var(Opcodes.LLOAD, millis);
                reload.var(Opcodes.LLOAD, millis);
            }
            case "(JI)V" -> {
                int nanos = millis + 2;
                before.var(Opcodes.ISTORE, nanos).var(Opcodes.LSTORE, millis).op(Opcodes.DUP, Opcodes.DUP);
                before.var(Opcodes.LLOAD, millis).var(Opcodes.ILOAD, nanos);
                before.code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Snippet.PROBES, "roundUp", "(JI)J", false));
                reload.var(Opcodes.LLOAD, millis).var(Opcodes.ILOAD, nanos);
            }
            default -> {
                return;
            }
        }
        int site = method.site(EventKind.RELEASE, "");
        method.site(EventKind.WAKE, call.desc.equals("()V") ? "" : "limited");
        method.site(EventKind.ACQUIRE, "");
        before.probe("beforeWait", OBJECT + "J", site);
        before.code.add(reload.code);
        method.before(call, before);
        method.after(call, method.snippet().probe("afterWait", OBJECT, site));
    }

    private void notifies(MethodInsnNode call, String probe, EventKind kind) {
        if (call.desc.equals("()V")) {
            int site = method.site(kind, "");
            method.before(call, method.snippet().op(Opcodes.DUP).probe(probe, OBJECT, site));
        }
    }

    private void starts(MethodInsnNode call) {
        if (call.desc.equals("()V")) {
            int site = method.site(EventKind.FORK, "");
            method.before(call, method.snippet().op(Opcodes.DUP).probe("beforeStart", OBJECT, site));
        }
    }

    private void joins(MethodInsnNode call) {
        Snippet store = method.snippet();
        Snippet reload = method.snippet();
        int scratch = method.scratchLocal();
        boolean answers = false;
        switch (call.desc) {
            case "()V" -> {}
            case "(J)V" -> {
                store.var(Opcodes.LSTORE, scratch);
                reload.var(Opcodes.LLOAD, scratch);
            }
            case "(JI)V" -> {
                store.var(Opcodes.ISTORE, scratch + 2).var(Opcodes.LSTORE, scratch);
                reload.var(Opcodes.LLOAD, scratch).var(Opcodes.ILOAD, scratch + 2);
            }
            case "(Ljava/time/Duration;)Z" -> {
                store.var(Opcodes.ASTORE, scratch);
                reload.var(Opcodes.ALOAD, scratch);
                answers = true;
            }
            default -> {
                return;
            }
        }
        int site = method.site(EventKind.JOIN, "");
        store.op(Opcodes.DUP).probe("beforeJoin", OBJECT, site).op(Opcodes.DUP);
        store.code.add(reload.code);
        method.before(call, store);
        Snippet after = method.snippet();
        if (answers) {
            after.op(Opcodes.SWAP);
        }
        method.after(call, after.probe("afterJoin", OBJECT, site));
    }

    /**
     * {@code isAlive()} reads {@link ThreadLife}; false is a happens-before edge from the end of the thread.
     * {@code getState()} has no probe: it is meant for monitoring, not for synchronisation.
     */
    private void isAlive(MethodInsnNode call) {
        if (call.desc.equals("()Z")) {
            int site = method.site(EventKind.JOIN, "");
            method.site(EventKind.VOLATILE_READ, ThreadLife.VARIABLE);
            Snippet before = method.snippet().op(Opcodes.DUP, Opcodes.DUP).probe("beforeIsAlive", OBJECT, site);
            method.before(call, before);
            method.after(call, method.snippet().op(Opcodes.DUP_X1).probe("afterIsAlive", OBJECT + "Z", site));
        }
    }

    private void clones(MethodInsnNode call) {
        boolean copies =
                call.desc.startsWith("()") && Type.getReturnType(call.desc).getSort() == Type.OBJECT;
        if (copies) {
            method.before(call, method.snippet().op(Opcodes.DUP));
            method.after(call, method.snippet().op(Opcodes.DUP_X1).probe("cloned", OBJECT + OBJECT));
        }
    }
}
