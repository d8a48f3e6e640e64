// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import picocli.CommandLine.Option;

/** The report of a session with predictions, some of which are refuted. */
final class PredictionReportOptions extends ReportOptions {
    @Option(names = "--show-refuted", description = "List also what was refuted or left undecided.")
    private boolean showRefuted;

    @Override
    boolean showsRefuted() {
        return showRefuted;
    }
}
