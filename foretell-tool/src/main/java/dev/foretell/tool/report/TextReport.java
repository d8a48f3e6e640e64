// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import dev.foretell.trace.words.Visible;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The report for a terminal; plain text without colours, so that it can also be kept. */
public final class TextReport {
    private static final int MANY = 5;
    private static final int FRAMES = 6;

    private final ReportText wording;
    private final Path folder;

    public TextReport(String launcher, Path folder) {
        this.wording = new ReportText(launcher, folder);
        this.folder = folder;
    }

    public String render(Report report) {
        StringBuilder out = new StringBuilder();
        for (Finding finding : report.findings()) {
            if (finding.first() && !finding.folded()) {
                finding(out, finding);
            }
        }
        out.append("Foretell ").append(report.session().foretell()).append(": ").append(ReportText.headline(report));
        out.append('\n');
        for (String[] line : ReportText.summary(report)) {
            out.append(String.format("  %-12s%s", line[0], Visible.line(line[1])))
                    .append('\n');
        }
        if (!ReportText.notes(report).isEmpty()) {
            out.append("  ").append(ReportText.notesLine(report)).append(" (they are in report.json)\n");
        }
        few(
                out,
                "note",
                ReportText.idioms(report).stream().map(ReportText::idiom).toList());
        few(out, "not instrumented", report.run().failedClasses());
        few(out, "left out", report.run().partialMethods());
        few(out, "limit", report.coverage().truncated());
        few(out, "unmodelled", report.coverage().unmodelled());
        few(out, "note", report.notes());
        out.append(String.format("  %-12s%s", "report", folder.resolve("report.html")));
        return Visible.text(out.append('\n').toString());
    }

    private void finding(StringBuilder out, Finding finding) {
        out.append(finding.id())
                .append("  ")
                .append(Visible.line(finding.title()))
                .append("  [");
        out.append(finding.severity().text())
                .append(", ")
                .append(ReportText.verdict(finding))
                .append("]\n");
        int number = 0;
        for (Finding.Access access : finding.accesses()) {
            out.append("    ").append(finding.inOrder() ? ++number + ". " : "");
            out.append(Visible.line(access.thread() + ' ' + ReportText.access(finding, access)));
            out.append('\n');
            if (!access.source().isEmpty()) {
                out.append("        ").append(Visible.line(access.source())).append('\n');
            }
            // the innermost frame is known already
            for (int i = 1; i < Math.min(FRAMES, access.stack().size()); i++) {
                out.append("            from ")
                        .append(Visible.line(access.stack().get(i)))
                        .append('\n');
            }
        }
        if (finding.isSeen()) {
            also(out, finding);
            return;
        }
        if (finding.status() == Status.CONFIRMED) {
            out.append("    harm: ")
                    .append(indent(withoutStacks(finding.harm().sentence())))
                    .append('\n');
        } else {
            out.append("    reason: ").append(indent(finding.reason())).append('\n');
        }
        if (finding.clip() != null && finding.status().isListed()) {
            out.append("    replay: ").append(wording.replay(finding)).append('\n');
        }
        String well = wording.endsWell(finding);
        if (!well.isEmpty()) {
            out.append("    ").append(well).append('\n');
        }
        also(out, finding);
    }

    private static void also(StringBuilder out, Finding finding) {
        if (!finding.also().isEmpty()) {
            out.append("    also: ").append(ReportText.also(finding)).append('\n');
        }
        out.append('\n');
    }

    /** Stacks are in the other reports. */
    private static String withoutStacks(String text) {
        return text.lines()
                .filter(line -> !line.stripLeading().startsWith("at "))
                .collect(Collectors.joining("\n"));
    }

    private static String indent(String text) {
        return text.strip().replace("\n", "\n      ");
    }

    /** The first of many; the rest is in the other reports. */
    private static void few(StringBuilder out, String label, List<String> lines) {
        for (String line : lines.subList(0, Math.min(MANY, lines.size()))) {
            out.append("  ").append(label).append(": ").append(indent(line)).append('\n');
        }
        if (lines.size() > MANY) {
            out.append("  ").append(label).append(": ... and ").append(lines.size() - MANY);
            out.append(" more in report.json\n");
        }
    }
}
