// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class HtmlReportTest {
    private final String page = new HtmlReport("./foretell", Path.of("foretell-out"))
            .render(SampleReport.report(SampleReport.race(), SampleReport.predicted()));

    @Test
    void isWellFormedWhateverTheProgramCallsItsThings() throws Exception {
        String xml = page.replace("<!DOCTYPE html>", "").strip();
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("section").getLength()).isEqualTo(3);
        assertThat(document.getDocumentElement().getTextContent())
                .contains("java.lang.NullPointerException: <none> & nothing");
    }

    @Test
    void loadsNothingFromOtherHosts() {
        assertThat(page).doesNotContain("http:", "https:", "=\"//", "src=", "<script", "@import", "url(");
    }

    @Test
    void showsOneColumnForEachThreadAndTheOrderOfTheAccesses() {
        assertThat(page)
                .contains("<th>main</th>", "<th>clerk-1</th>", "<th>clerk-2</th>")
                .contains("next, event 2: read", "next, event 1: write");
    }

    @Test
    void showsWhatWasNotAnalysed() {
        assertThat(page)
                .contains("class file version 72 is too new", "would become too large", "5 instrumented, 12 skipped");
    }

    @Test
    void foldsTheOtherWaysToABugAndTheNotes() {
        Finding[] findings = FindingGroups.of(
                        List.of(SampleReport.race(), SampleReport.atomicity(false), SampleReport.atomicity(true)))
                .toArray(new Finding[0]);
        String folded = new HtmlReport("./foretell", Path.of("out")).render(SampleReport.report(findings));
        assertThat(folded)
                .contains("<summary>Another way to the same bug</summary>", "replay out/clips/A1.clip")
                .contains("<summary>1 note: ", "<td id=\"A2\">A2</td>")
                .doesNotContain("<section id=\"A1\"", "<section id=\"A2\"");
    }

    @Test
    void showsEachAccessInTheStepInWhichItHappens() {
        String ordered =
                new HtmlReport("./foretell", Path.of("out")).render(SampleReport.report(SampleReport.atomicity(false)));
        assertThat(ordered.indexOf("event 1: read")).isPositive().isLessThan(ordered.indexOf("event 2: write"));
        assertThat(ordered.indexOf("event 2: write")).isLessThan(ordered.indexOf("next, event 3: read"));
    }
}
