// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.graph.ValueNumbers;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Whether a section over several synchronized methods of one object can be locked from outside: each thread acquires
 * the healing lock before it enters the object's monitor.
 *
 * <p>Two things must hold. The variable is accessed only inside synchronized methods of its own object, so a thread
 * that accesses it owns the lock already and never waits for it inside the monitor. And between entry and ends nothing
 * can wait for another thread but the entering of this same monitor, which no thread owns without the healing lock, so
 * the owner of the lock never waits at all. Then lock and monitor are like one lock that is held a little longer, by a
 * thread that runs: there is no new deadlock.
 */
final class OwnMonitor {
    private final ProgramCode code;
    private final Lockability lockability;

    OwnMonitor(ProgramCode code, Lockability lockability) {
        this.code = code;
        this.lockability = lockability;
    }

    boolean isSafe(String variable, NextAccesses section) {
        return isOnlyInside(variable) && entersNothingElse(section);
    }

    private boolean isOnlyInside(String variable) {
        for (Access access : code.accesses(variable)) {
            CodeMethod method = access.method();
            boolean own = !access.isStatic()
                    && !access.isElement()
                    && !method.isStatic()
                    && code.facts(method).values().argument(access.object()) == 0;
            if (!own || !method.isSynchronized() && !method.name().equals("<init>")) {
                return false;
            }
        }
        return true;
    }

    private boolean entersNothingElse(NextAccesses section) {
        Map<CodeMethod, BitSet> passed = new HashMap<>();
        for (NextAccesses.Step step : section.steps()) {
            if (!entersOwn(step) && !lockability.isHarmless(step.method(), step.instruction())) {
                return false;
            }
            passed.computeIfAbsent(step.method(), method -> new BitSet()).set(step.instruction());
        }
        return passed.entrySet().stream()
                .noneMatch(each -> lockability.mayLoop(code.facts(each.getKey()), each.getValue()));
    }

    /** Whether it is a call of a synchronized method of the object itself, which waits for no other thread. */
    private boolean entersOwn(NextAccesses.Step step) {
        AbstractInsnNode node = step.method().instruction(step.instruction());
        if (!(node instanceof MethodInsnNode call)
                || call.getOpcode() == Opcodes.INVOKESTATIC
                || step.object() == ValueNumbers.NONE
                || code.facts(step.method()).values().taken(step.instruction(), 0) != step.object()
                || !code.hierarchy().isClosed(call)) {
            return false;
        }
        List<CodeMethod> targets = code.hierarchy().targets(call);
        return !targets.isEmpty()
                && targets.stream().allMatch(target -> target.isSynchronized() && lockability.isHarmlessInside(target));
    }
}
