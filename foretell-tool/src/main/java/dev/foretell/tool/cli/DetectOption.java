package dev.foretell.tool.cli;

import dev.foretell.analysis.Detectors;
import dev.foretell.tool.UserError;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What to look for. */
final class DetectOption {
    @Option(
            names = "--detect",
            paramLabel = "KIND",
            split = ",",
            description = "Look only for these kinds of bugs: race, deadlock (default: all).")
    private List<String> detect;

    /** The detectors asked for, in the registry's order; null when nothing was asked for. */
    List<String> chosen() {
        if (detect == null) {
            return null;
        }
        for (String id : detect) {
            if (!Detectors.ids().contains(id)) {
                throw UserError.usage("There is no detector '" + id + "'. Available for --detect: "
                        + String.join(", ", Detectors.ids()) + ".");
            }
        }
        List<String> chosen = new ArrayList<>(Detectors.ids());
        chosen.retainAll(detect);
        return chosen;
    }

    List<String> orAll() {
        List<String> chosen = chosen();
        return chosen == null ? Detectors.ids() : chosen;
    }
}
