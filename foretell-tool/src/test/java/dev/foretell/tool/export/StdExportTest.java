// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StdExportTest {
    private static String export(Trace trace) throws IOException {
        StringBuilder out = new StringBuilder();
        new StdExport(trace).write(out);
        return out.toString();
    }

    @Test
    void sharedHoldersExcludeOnlyExclusiveAcquires() throws IOException {
        Trace trace = TextTrace.parse("""
                A|acqs(l)|1
                B|acqs(l)|2
                A|r(x)|3
                A|rels(l)|4
                B|rels(l)|5
                C|acq(l)|6
                C|w(x)|7
                C|acqs(l)|8
                C|rel(l)|9
                C|rels(l)|10
                """);
        String text = export(trace);
        assertThat(text.replaceAll("\\|[0-9]+\n", " "))
                .isEqualTo("T0|acq(L0T0) T1|acq(L0T1) T0|r(V0) T0|rel(L0T0) T1|rel(L0T1)"
                        + " T2|acq(L0) T2|acq(L0T0) T2|acq(L0T1) T2|acq(L0T2) T2|w(V0) T2|acq(L0T2)"
                        + " T2|rel(L0) T2|rel(L0T0) T2|rel(L0T1) T2|rel(L0T2) T2|rel(L0T2) ");
        assertThat(TextTrace.parse(text).lockCount()).isEqualTo(4); // it is a run that can have happened
    }

    @Test
    void locksWithoutSharedHoldersStayOneLock() throws IOException {
        assertThat(export(TextTrace.parse("A|acq(l)|1\nA|rel(l)|2\n")).replaceAll("\\|[0-9]+\n", " "))
                .isEqualTo("T0|acq(L0) T0|rel(L0) ");
    }

    @Test
    void countsWhatStdHasNoWordFor() throws IOException {
        StdExport export = new StdExport(TextTrace.parse("A|permitRelease(s)|1\nB|permitAcquire(s)|2\n"));
        export.write(new StringBuilder());
        assertThat(export.leftOut()).isEqualTo(2);
    }
}
