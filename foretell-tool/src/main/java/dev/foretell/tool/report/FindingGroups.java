// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import dev.foretell.trace.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * One bug, one finding: a lost update between two methods shows as a race of the read with the write, as a race of the
 * two writes, and as an atomicity violation. Findings on the same variable between the same pieces of code form a
 * group; a piece of code is an atomic region, by the method in which it begins, or where there is none a method. The
 * best of a group, which is the most harmful one that was confirmed, stands for all.
 *
 * <p>An order violation joins a group that is about its two accesses and a third.
 *
 * <p>Findings that end in the same {@link Symptom} are one bug too: one exception, thrown at one line, is blamed on one
 * of them, and the others are listed behind it. First comes the one whose own threads and values lead to the symptom.
 *
 * <p>An anomaly of several variables joins the groups of each of them. Deadlocks are one when all their locks have the
 * same names, failed runs when they failed in the same way at the same place. What was refuted is no bug and stays
 * alone.
 */
public final class FindingGroups {
    private final Map<String, Integer> owners = new HashMap<>();
    private final int[] parents;

    private FindingGroups(List<Finding> findings) {
        parents = new int[findings.size()];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = i;
            if (findings.get(i).status().isListed()) {
                for (String key : keys(findings.get(i))) {
                    Integer owner = owners.putIfAbsent(key, i);
                    if (owner != null) {
                        parents[root(i)] = root(owner);
                    }
                }
            }
        }
        for (int i = 0; i < parents.length; i++) {
            for (int j = 0; j < parents.length; j++) {
                if (isPart(findings.get(i), findings.get(j))) {
                    parents[root(i)] = root(j);
                }
            }
        }
        joinSymptoms(findings);
    }

    /**
     * Findings with the same symptom are one bug. Different hangs can have the same stacks, so a hang joins only
     * orders.
     */
    private void joinSymptoms(List<Finding> findings) {
        Map<String, Integer> first = new HashMap<>();
        for (boolean orders : new boolean[] {false, true}) {
            for (int i = 0; i < parents.length; i++) {
                Finding finding = findings.get(i);
                String symptom = finding.status() == Status.CONFIRMED ? Symptom.of(finding) : "";
                if (!symptom.isEmpty() && finding.kind().isJudgedByHarm() == orders) {
                    Integer other = first.putIfAbsent(symptom, i);
                    if (other != null && (orders || finding.harm().kind() != Harm.Kind.HANG)) {
                        parents[root(i)] = root(other);
                    }
                }
            }
        }
    }

    private static boolean isPart(Finding order, Finding whole) {
        return order.kind().isJudgedByHarm()
                && whole.kind().equals(AnomalyKind.ATOMICITY)
                && order.status().isListed()
                && whole.status().isListed()
                && order.variable().equals(whole.variable())
                && code(whole).containsAll(code(order));
    }

    /**
     * The findings group after group, the best first; each has its group, and the first of a group lists all others of
     * it.
     */
    public static List<Finding> of(List<Finding> findings) {
        FindingGroups groups = new FindingGroups(findings);
        Map<Integer, List<Finding>> members = new LinkedHashMap<>();
        for (int i = 0; i < findings.size(); i++) {
            members.computeIfAbsent(groups.root(i), root -> new ArrayList<>()).add(findings.get(i));
        }
        members.values().forEach(group -> group.sort(Finding.BEST_FIRST.thenComparing(Symptom.LIKELIEST)));
        List<Finding> out = new ArrayList<>();
        members.values().stream()
                .sorted(Comparator.comparing(group -> group.get(0), Finding.BEST_FIRST))
                .forEach(group -> {
                    Finding first = group.get(0);
                    List<Finding> others = group.subList(1, group.size());
                    out.add(first.grouped(
                            first.id(), others.stream().map(Finding.Also::of).toList()));
                    others.forEach(other -> out.add(other.grouped(first.id(), List.of())));
                });
        return out;
    }

    private int root(int i) {
        int root = i;
        while (parents[root] != root) {
            root = parents[root];
        }
        return root;
    }

    private static TreeSet<String> code(Finding finding) {
        TreeSet<String> code = new TreeSet<>();
        finding.accesses().forEach(access -> code.add(access.region()));
        return code;
    }

    /**
     * The keys by which two findings are of one group, before anything is confirmed: each variable with all the code.
     */
    public static List<String> keys(Finding finding) {
        TreeSet<String> code = code(finding);
        TreeSet<String> variables = new TreeSet<>();
        for (Finding.Access access : finding.accesses()) {
            variables.add(access.target().replaceAll("#\\d+$", ""));
        }
        if (finding.kind().isOfRun()) {
            String symptom = Symptom.of(finding);
            return symptom.isEmpty() ? List.of() : List.of("failure " + symptom);
        }
        if (finding.kind().isLockCycle()) {
            return List.of("deadlock " + finding.variable() + " " + code);
        }
        return variables.stream().map(variable -> variable + " " + code).toList();
    }
}
