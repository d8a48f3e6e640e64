// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.ReportPhase;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Json;
import dev.foretell.tool.report.Report;
import java.io.IOException;
import picocli.CommandLine.Option;

/** What to show, and which findings make the command fail. */
class ReportOptions {
    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "error",
            description = "Exit with 1 when something confirmed is at least this bad: harm (an error that did visible"
                    + " harm), error, warning or note (default: ${DEFAULT-VALUE}).")
    private FailOn failOn;

    @Option(names = "--json", description = "Print report.json instead of text on standard output.")
    boolean json;

    /** Whether refuted and undecided findings are listed. */
    boolean showsRefuted() {
        return false;
    }

    /** Writes the report's files, prints it, and returns the exit code. */
    int report(Console console, Session session, OutputFolder folder) throws IOException {
        ReportPhase phase = new ReportPhase(failOn, showsRefuted(), console.launcher());
        Report report = phase.make(session);
        String text = phase.write(report, folder);
        console.print(json ? Json.text(report) : text);
        return report.exit();
    }

    /** Writes the report's files while the program still runs. */
    void soFar(Console console, Session session, OutputFolder folder) {
        ReportPhase phase = new ReportPhase(failOn, showsRefuted(), console.launcher());
        try {
            phase.write(phase.make(session), folder);
            console.say("foretell: the report so far is in " + folder.file("report.txt"));
        } catch (IOException e) {
            console.say("foretell: the report so far could not be written: " + OutputFolder.cause(e));
        }
    }
}
