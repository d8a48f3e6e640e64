// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTest {
    @Test
    void escapesTerminalControlAndTextDirection() {
        assertThat(Visible.line("\u001b[2J")).isEqualTo("\\u001b[2J");
        assertThat(Visible.line("\u009b2J\u007f")).isEqualTo("\\u009b2J\\u007f");
        assertThat(Visible.line("a\u202eb\u2066c\u200fd")).isEqualTo("a\\u202eb\\u2066c\\u200fd");
    }

    @Test
    void keepsLinesOnlyInTextOfSeveralLines() {
        assertThat(Visible.line("pool\nR9  data race\t\r")).isEqualTo("pool\\u000aR9  data race\\u0009\\u000d");
        assertThat(Visible.text("one\n\ttwo\r\u2028")).isEqualTo("one\n\ttwo\\u000d\\u2028");
    }

    @Test
    void keepsOrdinaryText() {
        String text = "Gr\u00f6\u00dfe \u4e2d \ud83d\ude00 \\n";
        assertThat(Visible.line(text)).isSameAs(text);
    }

    @Test
    void quotedWordsEscapeThemToo() {
        assertThat(Quotes.quote("worker\u202e\u001b[31m\u0085")).isEqualTo("\"worker\\u202e\\u001b[31m\\u0085\"");
        assertThat(Quotes.bare("worker\u202e")).isEqualTo("\"worker\\u202e\"");
    }
}
