// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables and places of a session's predictions, where noise is injected. Also those of refuted ones: they are
 * refuted only under the recorded reads-from relation, and a wrong target costs little.
 *
 * @param variables as findings name them, {@code Account.balance}
 * @param places {@code com.acme.Account.withdraw:12}
 */
public record NoiseTargets(List<String> variables, List<String> places) {
    public static final NoiseTargets NOTHING = new NoiseTargets(List.of(), List.of());

    public NoiseTargets {
        variables = List.copyOf(variables);
        places = List.copyOf(places);
    }

    /** Of the session in an output folder. */
    public static NoiseTargets of(Path folder) {
        return of(OutputFolder.open(folder).load().findings());
    }

    static NoiseTargets of(List<Finding> findings) {
        Set<String> variables = new LinkedHashSet<>();
        Set<String> places = new LinkedHashSet<>();
        for (Finding finding : findings) {
            for (Finding.Access access : finding.accesses()) {
                boolean data = access.op().equals("read") || access.op().equals("write");
                if (data) {
                    variables.add(access.target().replaceAll("#\\d+$", ""));
                    places.add(access.className() + "." + access.method()
                            + (access.line() < 0 ? "" : ":" + access.line()));
                }
            }
        }
        return new NoiseTargets(List.copyOf(variables), List.copyOf(places));
    }
}
