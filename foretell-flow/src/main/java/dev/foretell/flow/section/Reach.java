// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.graph.ControlFlow;
import dev.foretell.flow.graph.ValueNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The accesses that calls make to one variable: which of them can come first, and whether the call can return without
 * any that is certainly to the same object. Calls are followed to a given depth; deeper ones are assumed not to access
 * the variable.
 */
final class Reach {
    /** No argument is known to be the object. */
    static final int UNKNOWN = -1;

    /**
     * The accesses of a call.
     *
     * @param first accesses that can come first
     * @param through whether it can return without an access to the same variable
     */
    record CallAccesses(Set<Access> first, boolean through) {
        static final CallAccesses NOTHING = new CallAccesses(Set.of(), true);
    }

    private record Key(CodeMethod method, int argument, int depth) {}

    private final ProgramCode code;
    private final String variable;
    private final Map<Key, CallAccesses> known = new HashMap<>();
    /** By number of calls: the methods that can reach an access within that many. */
    private final List<Set<CodeMethod>> within = new ArrayList<>();

    Reach(ProgramCode code, String variable) {
        this.code = code;
        this.variable = variable;
        Set<CodeMethod> direct = new HashSet<>();
        code.accesses(variable).forEach(access -> direct.add(access.method()));
        within.add(direct);
    }

    private boolean isWithin(CodeMethod method, int calls) {
        while (within.size() <= calls) {
            Set<CodeMethod> last = within.get(within.size() - 1);
            Set<CodeMethod> more = new HashSet<>(last);
            for (CodeMethod each : last) {
                code.callers(each).forEach(site -> more.add(site.method()));
            }
            if (more.size() == last.size()) {
                return last.contains(method);
            }
            within.add(more);
        }
        return within.get(calls).contains(method);
    }

    /**
     * Of a call instruction.
     *
     * @param object number, among the caller's values, of the object that the variable belongs to
     * @param depth how many calls deep to follow; 0 for none
     */
    CallAccesses of(MethodFacts caller, int call, int object, int depth) {
        List<CodeMethod> targets = depth == 0 ? List.of() : code.targets(caller.method(), call);
        if (targets.isEmpty()) {
            return CallAccesses.NOTHING;
        }
        Set<Access> first = new LinkedHashSet<>();
        boolean through = false;
        for (CodeMethod target : targets) {
            CallAccesses accesses = of(target, argument(caller, call, object), depth - 1);
            first.addAll(accesses.first());
            through |= accesses.through();
        }
        return new CallAccesses(first, through);
    }

    /** The local of the callee that holds the object. */
    private static int argument(MethodFacts caller, int call, int object) {
        if (object == ValueNumbers.NONE) {
            return UNKNOWN;
        }
        MethodInsnNode node = (MethodInsnNode) caller.method().instruction(call);
        int local = 0;
        int operand = 0;
        if (node.getOpcode() != Opcodes.INVOKESTATIC) {
            if (caller.values().taken(call, operand++) == object) {
                return local;
            }
            local++;
        }
        for (Type type : Type.getArgumentTypes(node.desc)) {
            if (caller.values().taken(call, operand++) == object) {
                return local;
            }
            local += type.getSize();
        }
        return UNKNOWN;
    }

    private CallAccesses of(CodeMethod method, int argument, int depth) {
        if (!isWithin(method, depth)) {
            return CallAccesses.NOTHING;
        }
        Key key = new Key(method, argument, depth);
        CallAccesses answer = known.get(key);
        if (answer == null) {
            answer = explore(code.facts(method), argument, depth);
            known.put(key, answer);
        }
        return answer;
    }

    private CallAccesses explore(MethodFacts facts, int argument, int depth) {
        ControlFlow flow = facts.flow();
        Set<Access> first = new LinkedHashSet<>();
        boolean through = false;
        BitSet seen = new BitSet();
        Deque<Integer> todo = new ArrayDeque<>();
        seen.set(0);
        todo.add(0);
        while (!todo.isEmpty()) {
            int at = todo.remove();
            through |= flow.isReturn(at);
            boolean on = true;
            Access access = facts.at(at);
            if (access != null && access.variable().equals(variable)) {
                first.add(access);
                on = !access.isStatic() && (argument == UNKNOWN || access.object() != argument);
            } else if (facts.method().instruction(at) instanceof MethodInsnNode) {
                CallAccesses accesses = of(facts, at, argument, depth);
                first.addAll(accesses.first());
                on = accesses.through();
            }
            if (on) {
                add(flow.next(at), seen, todo);
            }
            add(flow.handlers(at), seen, todo);
        }
        return new CallAccesses(first, through);
    }

    private static void add(int[] targets, BitSet seen, Deque<Integer> todo) {
        for (int each : targets) {
            if (!seen.get(each)) {
                seen.set(each);
                todo.add(each);
            }
        }
    }
}
