// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report as one page without any request to elsewhere: it opens offline and from a build server's archive. */
public final class HtmlReport {
    private final ReportText wording;

    public HtmlReport(String launcher, Path folder) {
        this.wording = new ReportText(launcher, folder);
    }

    public String render(Report report) {
        Html html = new Html();
        html.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
        html.raw("<meta charset=\"utf-8\"/>\n");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
        html.element("title", "Foretell: " + ReportText.headline(report));
        html.raw("<style>\n" + style() + "</style>\n").close().open("body");
        header(html, report);
        Map<String, Finding> byId = new LinkedHashMap<>();
        report.findings().forEach(finding -> byId.put(finding.id(), finding));
        for (Finding finding : shown(report)) {
            finding(html, finding, byId);
        }
        notes(html, report);
        coverage(html, report);
        html.open("footer").text("Foretell " + report.session().foretell()).close();
        return html.close().close().toString();
    }

    /** One for each bug; what else leads to it is folded into it. */
    private static List<Finding> shown(Report report) {
        return report.findings().stream()
                .filter(finding -> finding.first() && !finding.folded())
                .toList();
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void header(Html html, Report report) {
        html.open("header").element("h1", "Foretell");
        html.open("p", "class", "headline").text(ReportText.headline(report)).close();
        if (!report.command().isEmpty()) {
            html.open("p", "class", "command").element("code", ReportText.commandLine(report.command()));
            html.close();
        }
        if (!shown(report).isEmpty()) {
            html.open("table", "class", "contents").open("tbody");
            for (Finding finding : shown(report)) {
                html.open("tr").open("td").open("a", "href", "#" + finding.id());
                html.text(finding.id()).close().close();
                html.element("td", finding.title()).open("td");
                badge(html, finding);
                html.close().element("td", finding.status() == Status.CONFIRMED ? harm(finding) : "");
                html.close();
            }
            html.close().close();
        } else {
            html.element("p", "Nothing to report. What was analysed, and what was not, is listed below.");
        }
        html.close();
    }

    private static String harm(Finding finding) {
        return finding.harm().seen() ? finding.harm().kind().text() : "no visible harm";
    }

    private static void badge(Html html, Finding finding) {
        String look = finding.status() == Status.CONFIRMED
                ? finding.severity().text()
                : finding.status().text();
        html.open("span", "class", "badge " + look)
                .text(finding.status().text())
                .close();
    }

    private void finding(Html html, Finding finding, Map<String, Finding> byId) {
        html.open("section", "id", finding.id(), "class", "finding").open("h2");
        html.open("span", "class", "id").text(finding.id()).close().text(" " + finding.title() + " ");
        badge(html, finding);
        html.close();
        html.open("p");
        if (finding.status() == Status.CONFIRMED) {
            html.text(sentenceCase(ReportText.verdict(finding)) + ". ");
        }
        if (finding.status() == Status.CONFIRMED && !finding.isSeen()) {
            html.element("strong", sentenceCase(firstLine(finding.harm().sentence())) + ".");
        } else if (!finding.isSeen()) {
            html.text("Not confirmed: " + finding.reason());
        }
        html.close();
        if (finding.harm().detail().contains("\n")) {
            html.open("pre").text(finding.harm().detail()).close();
        }
        if (!finding.accesses().isEmpty()) {
            accesses(html, finding);
        }
        around(html, finding);
        if (finding.schedule() != null && !finding.schedule().steps().isEmpty()) {
            interleaving(html, finding);
        }
        if (finding.clip() != null) {
            html.element("h3", "Replay");
            html.open("pre", "class", "shell").text(wording.replay(finding)).close();
        }
        also(html, finding, byId);
        html.open("p", "class", "fine").text("pattern " + finding.pattern() + ", fingerprint " + finding.fingerprint());
        html.text(finding.by().isEmpty() ? "" : ", schedule by " + String.join(", ", finding.by()));
        html.close().close();
    }

    private void around(Html html, Finding finding) {
        if (finding.around() == null) {
            return;
        }
        if (!finding.around().lastEvents().isEmpty()) {
            html.element("h3", "The last events of these threads");
            html.open("pre")
                    .text(String.join("\n", finding.around().lastEvents()))
                    .close();
        }
        if (finding.around().endsWell() != null) {
            html.element("p", sentenceCase(wording.endsWell(finding)));
        }
    }

    private void also(Html html, Finding finding, Map<String, Finding> byId) {
        if (finding.also().isEmpty()) {
            return;
        }
        int others = finding.also().size();
        html.open("details").open("summary");
        html.text(others == 1 ? "Another way to the same bug" : others + " other ways to the same bug");
        html.close();
        html.open("table", "class", "also").open("tbody");
        for (Finding.Also other : finding.also()) {
            brief(html, byId.get(other.id()));
        }
        html.close().close().close();
    }

    /** A finding in one row. */
    private void brief(Html html, Finding finding) {
        html.open("tr").open("td", "id", finding.id()).text(finding.id()).close();
        html.element("td", finding.title()).element("td", finding.pattern()).open("td");
        for (Finding.Access access : finding.accesses()) {
            html.open("div").text(access.thread() + " " + access.op() + " ");
            html.element("code", access.position()).close();
        }
        html.close().open("td");
        badge(html, finding);
        html.close();
        html.open("td").element("code", wording.replay(finding)).close();
        html.close();
    }

    private void notes(Html html, Report report) {
        idioms(html, ReportText.idioms(report));
        List<Finding> notes = ReportText.notes(report);
        if (notes.isEmpty()) {
            return;
        }
        html.open("section", "id", "notes", "class", "finding").open("details");
        html.element("summary", sentenceCase(ReportText.notesLine(report)) + ".");
        html.open("table", "class", "also").open("tbody");
        notes.forEach(note -> brief(html, note));
        html.close().close().close().close();
    }

    private void idioms(Html html, List<Finding> idioms) {
        if (idioms.isEmpty()) {
            return;
        }
        html.open("section", "id", "idioms", "class", "finding").open("details");
        html.element("summary", ReportText.count(idioms.size(), "note") + " on caches that need no synchronisation.");
        idioms.forEach(idiom -> html.element("p", sentenceCase(ReportText.idiom(idiom)) + "."));
        html.open("table", "class", "also").open("tbody");
        idioms.forEach(idiom -> brief(html, idiom));
        html.close().close().close().close();
    }

    private static void accesses(Html html, Finding finding) {
        html.open("table", "class", "accesses").open("thead").open("tr");
        for (String title : List.of("thread", "event", "place", "method", "locks held", "started at")) {
            html.element("th", title);
        }
        html.close().close().open("tbody");
        int number = 0;
        for (Finding.Access access : finding.accesses()) {
            html.open("tr").element("td", (finding.inOrder() ? ++number + ". " : "") + access.thread());
            html.element("td", access.op() + " " + access.target());
            html.open("td").element("code", access.position());
            if (!access.source().isEmpty()) {
                html.open("div", "class", "source").text(access.source()).close();
            }
            for (String frame : access.stack()) {
                html.open("div", "class", "source").text("from " + frame).close();
            }
            html.close();
            html.open("td")
                    .element("code", access.className().isEmpty() ? "" : access.className() + "." + access.method());
            html.close();
            String none = finding.isSeen() ? "" : "no lock"; // the watcher does not record locks
            html.element("td", access.locks().isEmpty() ? none : String.join(", ", access.locks()));
            html.open("td")
                    .element("code", access.startedAt().isEmpty() ? "" : access.startedAt())
                    .close();
            html.close();
        }
        html.close().close();
    }

    /** One column for each thread, time runs downwards. */
    private static void interleaving(Html html, Finding finding) {
        Finding.Schedule schedule = finding.schedule();
        Map<String, String> columns = new LinkedHashMap<>();
        schedule.steps().forEach(step -> columns.putIfAbsent(step.thread(), step.name()));
        finding.accesses().forEach(access -> columns.putIfAbsent(access.path(), access.thread()));
        html.element("h3", "Schedule");
        int hidden = schedule.switches() - schedule.steps().size();
        if (hidden > 0) {
            html.element("p", "The first " + hidden + " forced context switches are only in the clip.");
        }
        html.open("div", "class", "scroll")
                .open("table", "class", "interleaving")
                .open("thead")
                .open("tr");
        columns.values().forEach(name -> html.element("th", name));
        html.close().close().open("tbody");
        for (Finding.Step step : schedule.steps()) {
            for (int access : step.accesses()) {
                row(html, columns, Map.of(step.thread(), cell("event " + (access + 1), finding, access)), "anomaly");
            }
            String text = step.position().isEmpty() ? "runs to its end" : "runs, stops before";
            String before = text + (step.action().isEmpty() ? "" : " " + step.action());
            row(html, columns, Map.of(step.thread(), new String[] {before, step.position()}), "run");
        }
        Map<String, String[]> last = new LinkedHashMap<>();
        int accesses = finding.accesses().size();
        for (int i = finding.inOrder() ? accesses - 1 : 0; i < accesses; i++) {
            int rank = schedule.order().indexOf(i);
            String when = rank < 0 || finding.kind().isLockCycle() ? "next" : "next, event " + (rank + 1);
            last.put(finding.accesses().get(i).path(), cell(when, finding, i));
        }
        row(html, columns, last, "anomaly");
        html.close().close().close();
    }

    private static String[] cell(String when, Finding finding, int access) {
        Finding.Access what = finding.accesses().get(access);
        return new String[] {when + ": " + what.op() + " " + what.target(), what.position()};
    }

    private static void row(Html html, Map<String, String> columns, Map<String, String[]> cells, String look) {
        html.open("tr");
        for (String column : columns.keySet()) {
            String[] cell = cells.get(column);
            if (cell == null) {
                html.element("td", "");
                continue;
            }
            html.open("td", "class", look).text(cell[0] + " ");
            html.element("code", cell[1]).close();
        }
        html.close();
    }

    private static void coverage(Html html, Report report) {
        html.open("section", "id", "coverage").element("h2", "Coverage");
        html.open("table", "class", "summary").open("tbody");
        for (String[] line : ReportText.summary(report)) {
            html.open("tr").element("th", line[0]).element("td", line[1]).close();
        }
        html.close().close();
        list(html, "Notes", report.notes());
        list(html, "Classes that could not be instrumented", report.run().failedClasses());
        list(html, "Methods left out", report.run().partialMethods());
        list(html, "Limits reached", report.coverage().truncated());
        list(html, "Calls that are not modelled", report.coverage().unmodelled());
        html.close();
    }

    private static void list(Html html, String title, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        html.element("h3", title).open("ul");
        lines.forEach(line -> html.element("li", line));
        html.close();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String sentenceCase(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
