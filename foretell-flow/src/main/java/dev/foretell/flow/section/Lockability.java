// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.graph.Components;
import dev.foretell.flow.graph.ControlFlow;
import dev.foretell.trace.section.Assurance;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Whether a lock that is held over a section can be part of a deadlock (AtomRace, section 5.1, and interprocedurally as
 * it proposes): not when nothing inside can wait for another thread. What can wait: monitors, calls that are not known
 * to be harmless, class initialisers, and loops that read what other threads can change. Methods of the program are
 * analysed; of those of the JDK only the ones in {@link HarmlessCalls} are trusted. A method is harmless only when that
 * is proved, for the closed world of {@link dev.foretell.flow.code.Hierarchy}.
 */
final class Lockability {
    private static final String HARMLESS = "";

    private final ProgramCode code;
    /** By method: why it is not harmless, or {@link #HARMLESS}. */
    private final Map<CodeMethod, String> known = new HashMap<>();

    Lockability(ProgramCode code) {
        this.code = code;
    }

    /** Of a section with these instructions behind its entry. */
    Assurance of(MethodFacts facts, BitSet inside) {
        String problem = problem(facts, inside);
        return problem.isEmpty() ? Assurance.YES : Assurance.no(problem);
    }

    private String problem(MethodFacts facts, BitSet inside) {
        for (int at = inside.nextSetBit(0); at >= 0; at = inside.nextSetBit(at + 1)) {
            String found = problem(facts.method(), at);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return loops(facts, inside);
    }

    /** Whether this instruction, with all that it calls, never waits for another thread. */
    boolean isHarmless(CodeMethod method, int at) {
        return problem(method, at).isEmpty();
    }

    /** Whether a loop among these instructions may wait for another thread. */
    boolean mayLoop(MethodFacts facts, BitSet inside) {
        return !loops(facts, inside).isEmpty();
    }

    /** Whether the body of a method, its own monitor aside, never waits for another thread. */
    boolean isHarmlessInside(CodeMethod method) {
        return !method.isNative() && body(method).isEmpty();
    }

    private String problem(CodeMethod method, int at) {
        AbstractInsnNode node = method.instruction(at);
        switch (node.getOpcode()) {
            case Opcodes.MONITORENTER:
                return "takes a lock" + at(method, at);
            case Opcodes.MONITOREXIT:
                return "gives up a lock" + at(method, at);
            case Opcodes.GETSTATIC, Opcodes.PUTSTATIC:
                return initialises(((FieldInsnNode) node).owner, method, at);
            case Opcodes.NEW:
                return initialises(((TypeInsnNode) node).desc, method, at);
            default:
                break;
        }
        if (node instanceof InvokeDynamicInsnNode call) {
            return HarmlessCalls.contains(call) ? HARMLESS : "links code at run time" + at(method, at);
        }
        return node instanceof MethodInsnNode call ? calls(call, method, at) : HARMLESS;
    }

    private static String at(CodeMethod method, int at) {
        return " (" + method.place(at).position() + ")";
    }

    private String initialises(String owner, CodeMethod method, int at) {
        boolean begun = code.hierarchy().isA(method.owner().name(), owner);
        String waits = begun ? null : code.hierarchy().initialised(owner);
        return waits == null ? HARMLESS : "may initialise class " + waits.replace('/', '.') + at(method, at);
    }

    private String calls(MethodInsnNode call, CodeMethod method, int at) {
        if (HarmlessCalls.contains(call)) {
            return HARMLESS;
        }
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            String problem = initialises(call.owner, method, at);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        String name = "calls " + call.owner.replace('/', '.') + "." + call.name + at(method, at);
        if (!code.hierarchy().isClosed(call)) {
            return name + ", which is not known";
        }
        List<CodeMethod> targets = code.hierarchy().targets(call);
        for (CodeMethod target : targets) {
            String problem = of(target);
            if (!problem.isEmpty()) {
                return name + ", which " + problem;
            }
        }
        return targets.isEmpty() ? name + ", which has no implementation" : HARMLESS;
    }

    /** Only the innermost reason: the chain of calls can be long. */
    private String of(CodeMethod method) {
        String answer = known.get(method);
        if (answer == null) {
            known.put(method, "can call itself"); // until it is known
            answer = look(method);
            known.put(method, answer);
        }
        return answer;
    }

    private String look(CodeMethod method) {
        if (method.isSynchronized()) {
            return "is synchronized";
        }
        if (method.isNative()) {
            return "is native";
        }
        String problem = body(method);
        int inner = problem.lastIndexOf(", which ");
        return inner < 0 ? problem : problem.substring(inner + ", which ".length());
    }

    private String body(CodeMethod method) {
        BitSet all = new BitSet();
        all.set(0, method.size());
        return problem(code.facts(method), all);
    }

    /** A loop that reads what other threads can write may be waiting for them. */
    private static String loops(MethodFacts facts, BitSet inside) {
        ControlFlow flow = facts.flow();
        Components loops = new Components(
                flow.size(),
                at -> inside.get(at)
                        ? Arrays.stream(flow.next(at)).filter(inside::get).toArray()
                        : new int[0]);
        for (int at = inside.nextSetBit(0); at >= 0; at = inside.nextSetBit(at + 1)) {
            boolean looks = facts.at(at) != null || facts.method().instruction(at) instanceof MethodInsnNode;
            if (looks && loops.isOnCycle(at)) {
                return "may wait in a loop" + at(facts.method(), at);
            }
        }
        return HARMLESS;
    }
}
