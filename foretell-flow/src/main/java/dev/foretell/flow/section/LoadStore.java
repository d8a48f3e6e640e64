// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.graph.ValueNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The load-and-store pattern (AtomRace, section 4.1): an assignment to a variable of something computed from that
 * variable, as in {@code x++} or {@code head = head.next}. In the bytecode it is one assignment when all values stay on
 * the stack; a value in a local variable makes two statements.
 */
final class LoadStore {
    private final MethodFacts facts;

    LoadStore(MethodFacts facts) {
        this.facts = facts;
    }

    /** First loads, each with the stores that may follow. */
    Map<Access, List<Access>> find() {
        Map<Access, List<Access>> found = new LinkedHashMap<>();
        for (Access store : facts.accesses()) {
            if (!store.write()) {
                continue;
            }
            Set<Access> loads = loads(store);
            for (Access load : loads) {
                boolean first = loads.stream()
                        .noneMatch(other ->
                                other != load && facts.dominators().dominates(other.instruction(), load.instruction()));
                if (first) {
                    found.computeIfAbsent(load, each -> new ArrayList<>()).add(store);
                }
            }
        }
        return found;
    }

    /** Loads of the same variable from which the stored value was computed. */
    private Set<Access> loads(Access store) {
        ValueNumbers values = facts.values();
        int operand = store.isElement() ? 2 : store.isStatic() ? 0 : 1;
        Set<Access> found = new HashSet<>();
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> todo = new ArrayDeque<>();
        todo.add(values.source(store.instruction(), operand));
        while (!todo.isEmpty()) {
            int source = todo.remove();
            if (source == ValueNumbers.NONE || !seen.add(source)) {
                continue;
            }
            int instruction = values.computedAt(source);
            if (instruction >= 0) {
                if (usesLocal(facts.method().instruction(instruction).getOpcode())) {
                    continue;
                }
                Access load = facts.at(instruction);
                if (load != null && !load.write() && facts.isSame(load, store)) {
                    found.add(load);
                }
            }
            for (int each : values.operands(source)) {
                todo.add(each);
            }
        }
        return found;
    }

    private static boolean usesLocal(int opcode) {
        return opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD || opcode == Opcodes.IINC;
    }
}
