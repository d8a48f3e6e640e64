package dev.foretell.tool.pipeline;

import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Status;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a session predicted something: prediction tells the noise where to press.
 *
 * @param variables as findings name them, {@code Account.balance}
 * @param places {@code com.acme.Account.withdraw:12}
 */
public record Focus(List<String> variables, List<String> places) {
    public static final Focus NOTHING = new Focus(List.of(), List.of());

    public Focus {
        variables = List.copyOf(variables);
        places = List.copyOf(places);
    }

    /** Of the session in an output folder. */
    public static Focus of(Path folder) {
        return of(OutputFolder.open(folder).load().findings());
    }

    static Focus of(List<Finding> findings) {
        Set<String> variables = new LinkedHashSet<>();
        Set<String> places = new LinkedHashSet<>();
        for (Finding finding : findings) {
            for (Finding.Access access : finding.accesses()) {
                boolean data = access.op().equals("read") || access.op().equals("write");
                if (data && finding.status() != Status.REFUTED) {
                    variables.add(access.target().replaceAll("#\\d+$", ""));
                    places.add(access.className() + "." + access.method()
                            + (access.line() < 0 ? "" : ":" + access.line()));
                }
            }
        }
        return new Focus(List.copyOf(variables), List.copyOf(places));
    }
}
