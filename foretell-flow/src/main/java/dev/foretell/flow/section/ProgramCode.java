// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeClass;
import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.code.Hierarchy;
import dev.foretell.flow.graph.Components;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** All methods with code, the accesses to each variable, and the call graph. */
final class ProgramCode {
    /** A call instruction. */
    record CallSite(CodeMethod method, int instruction) {}

    private final Hierarchy hierarchy;
    /** A call that can mean more methods than this is not followed. */
    private final int mostTargets;

    private final Map<CodeMethod, MethodFacts> facts = new LinkedHashMap<>();
    private final Map<String, List<Access>> byVariable = new LinkedHashMap<>();
    private final Map<CodeMethod, List<CallSite>> callers = new HashMap<>();
    /** Targets of calls that can mean too many methods. */
    private final Set<CodeMethod> widelyCalled = new HashSet<>();

    private final Map<MethodInsnNode, List<CodeMethod>> targets = new IdentityHashMap<>();
    private final Map<CodeMethod, Integer> numbers = new HashMap<>();
    private final Components callCycles;

    ProgramCode(Hierarchy hierarchy, int mostTargets) {
        this.hierarchy = hierarchy;
        this.mostTargets = mostTargets;
        for (CodeClass each : hierarchy.program().classes()) {
            for (CodeMethod method : each.methods()) {
                if (method.hasCode()) {
                    add(new MethodFacts(method, hierarchy));
                }
            }
        }
        callCycles = callCycles();
    }

    private void add(MethodFacts found) {
        CodeMethod method = found.method();
        facts.put(method, found);
        for (Access access : found.accesses()) {
            byVariable
                    .computeIfAbsent(access.variable(), name -> new ArrayList<>())
                    .add(access);
        }
        for (int i = 0; i < method.size(); i++) {
            for (CodeMethod target : found.flow().isReachable(i) ? targets(method, i) : List.<CodeMethod>of()) {
                callers.computeIfAbsent(target, name -> new ArrayList<>()).add(new CallSite(method, i));
            }
        }
    }

    Hierarchy hierarchy() {
        return hierarchy;
    }

    Collection<MethodFacts> methods() {
        return facts.values();
    }

    /** Null for a method without code. */
    MethodFacts facts(CodeMethod method) {
        return facts.get(method);
    }

    Set<String> variables() {
        return byVariable.keySet();
    }

    List<Access> accesses(String variable) {
        return byVariable.getOrDefault(variable, List.of());
    }

    /**
     * The methods with code that a call at this instruction can mean; none when it is no call, or can mean too many.
     */
    List<CodeMethod> targets(CodeMethod method, int instruction) {
        if (!(method.instruction(instruction) instanceof MethodInsnNode call)) {
            return List.of();
        }
        return targets.computeIfAbsent(call, this::targets);
    }

    private List<CodeMethod> targets(MethodInsnNode call) {
        List<CodeMethod> all = hierarchy.targets(call);
        if (all.size() > mostTargets) {
            widelyCalled.addAll(all);
            return List.of();
        }
        return all.stream().filter(CodeMethod::hasCode).toList();
    }

    /** Whether not all calls are known by {@link #callers}, because some could mean too many methods. */
    boolean isWidelyCalled(CodeMethod method) {
        return widelyCalled.contains(method);
    }

    /** The calls of a method. */
    List<CallSite> callers(CodeMethod method) {
        return callers.getOrDefault(method, List.of());
    }

    /**
     * Whether a call at one of these instructions can call the same method again: they are in one cycle of the call
     * graph.
     */
    boolean canComeBack(CodeMethod method, BitSet instructions) {
        for (int at = instructions.nextSetBit(0); at >= 0; at = instructions.nextSetBit(at + 1)) {
            for (CodeMethod called : targets(method, at)) {
                if (callCycles.areTogether(numbers.get(called), numbers.get(method))) {
                    return true;
                }
            }
        }
        return false;
    }

    private Components callCycles() {
        List<CodeMethod> methods = new ArrayList<>(facts.keySet());
        for (CodeMethod each : methods) {
            numbers.put(each, numbers.size());
        }
        return new Components(methods.size(), number -> called(methods.get(number)));
    }

    private int[] called(CodeMethod method) {
        Set<Integer> found = new HashSet<>();
        for (int i = 0; i < method.size(); i++) {
            for (CodeMethod target : targets(method, i)) {
                found.add(numbers.get(target));
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }
}
