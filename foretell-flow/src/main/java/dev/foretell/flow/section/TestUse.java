// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.graph.ControlFlow;
import dev.foretell.flow.graph.ValueNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The test-and-use pattern (AtomRace, section 4.1): a variable is loaded, a branch depends on what was loaded, and on
 * one side of the branch, and on no other, the variable is accessed again. {@code if (x != null) x.run()}, and
 * {@code if (x == null) return; x.run()} just as well: the bytecode does not show on which side "the condition holds".
 *
 * <p>The paper's use is a load. Here a store is one too ({@code if (x == null) x = …}), and ends the section, since
 * what comes after sees the thread's own value. So in {@code if (x == null) x = …; return x;} the last read is reached,
 * without a store in between, on the other side only, and is a use of what was tested there. The paper's end is "the
 * last load in the branch"; that is a load after which, on some path, none follows.
 */
final class TestUse {
    private final MethodFacts facts;
    private final ControlFlow flow;

    TestUse(MethodFacts facts) {
        this.facts = facts;
        this.flow = facts.flow();
    }

    /** Tested loads, each with the last uses. */
    Map<Access, List<Access>> find() {
        Map<Access, Set<Access>> uses = new LinkedHashMap<>();
        for (int i = 0; i < flow.size(); i++) {
            if (isBranch(facts.method().instruction(i)) && flow.next(i).length > 1) {
                for (Access load : tested(i)) {
                    Set<Access> found = uses(load, i);
                    if (!found.isEmpty()) {
                        uses.computeIfAbsent(load, each -> new LinkedHashSet<>())
                                .addAll(found);
                    }
                }
            }
        }
        Map<Access, List<Access>> sections = new LinkedHashMap<>();
        for (Map.Entry<Access, Set<Access>> each : uses.entrySet()) {
            List<Access> last = last(each.getKey(), each.getValue());
            if (!last.isEmpty()) {
                sections.put(each.getKey(), last);
            }
        }
        return sections;
    }

    private static boolean isBranch(AbstractInsnNode node) {
        return node instanceof JumpInsnNode
                || node instanceof TableSwitchInsnNode
                || node instanceof LookupSwitchInsnNode;
    }

    /** The loads on which a branch depends. */
    private List<Access> tested(int branch) {
        ValueNumbers values = facts.values();
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> todo = new ArrayDeque<>();
        for (int i = 0; i < values.takenCount(branch); i++) {
            todo.add(values.source(branch, i));
        }
        List<Access> found = new ArrayList<>();
        while (!todo.isEmpty()) {
            int source = todo.remove();
            if (source == ValueNumbers.NONE || !seen.add(source)) {
                continue;
            }
            int instruction = values.computedAt(source);
            Access load = instruction < 0 ? null : facts.at(instruction);
            if (load != null && !load.write() && !load.isElement()) {
                found.add(load);
            }
            for (int each : values.operands(source)) {
                todo.add(each);
            }
        }
        return found;
    }

    /** The accesses to the variable on one side of the branch only. */
    private Set<Access> uses(Access load, int branch) {
        if (!facts.dominators().dominates(load.instruction(), branch)) {
            return Set.of();
        }
        if (!reach(load, flow.next(load.instruction()), -1).get(branch)) {
            return Set.of(); // there is a store in between: the test is of the new value
        }
        int[] sides = flow.next(branch);
        BitSet[] reached = new BitSet[sides.length];
        for (int i = 0; i < sides.length; i++) {
            reached[i] = reach(load, new int[] {sides[i]}, branch);
        }
        Set<Access> found = new LinkedHashSet<>();
        for (Access use : facts.accesses()) {
            boolean other = use.instruction() != load.instruction() && facts.isSame(load, use);
            if (other
                    && Arrays.stream(reached)
                                    .filter(side -> side.get(use.instruction()))
                                    .count()
                            == 1) {
                found.add(use);
            }
        }
        return found;
    }

    /**
     * All instructions up to the stores to the variable, the load itself, the branch, and the definition of its object.
     */
    private BitSet reach(Access load, int[] from, int branch) {
        int defined = load.isStatic() ? -1 : facts.values().definedAt(load.object());
        BitSet reached = new BitSet();
        Deque<Integer> todo = new ArrayDeque<>();
        for (int each : from) {
            reached.set(each);
            todo.add(each);
        }
        while (!todo.isEmpty()) {
            int at = todo.remove();
            Access access = facts.at(at);
            boolean stored = access != null && access.write() && facts.isSame(load, access);
            if (stored || at == load.instruction() || at == branch || at == defined) {
                continue;
            }
            for (int next : flow.next(at)) {
                if (!reached.get(next)) {
                    reached.set(next);
                    todo.add(next);
                }
            }
        }
        return reached;
    }

    /** Stores, and loads after which none of the others need follow. */
    private List<Access> last(Access load, Set<Access> uses) {
        BitSet all = new BitSet();
        uses.forEach(use -> all.set(use.instruction()));
        List<Access> found = new ArrayList<>();
        for (Access use : uses) {
            if (use.write() || mayBeLast(use.instruction(), load.instruction(), all)) {
                found.add(use);
            }
        }
        return found;
    }

    private boolean mayBeLast(int use, int entry, BitSet uses) {
        BitSet seen = new BitSet();
        Deque<Integer> todo = new ArrayDeque<>();
        todo.add(use);
        while (!todo.isEmpty()) {
            int at = todo.remove();
            if (flow.next(at).length == 0 || at == entry) {
                return true;
            }
            for (int next : flow.next(at)) {
                if (next == use) {
                    return true; // a loop: it ends in the first iteration
                }
                if (!uses.get(next) && !seen.get(next)) {
                    seen.set(next);
                    todo.add(next);
                }
            }
        }
        return false;
    }
}
