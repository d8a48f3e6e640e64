// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes markup that is well-formed by construction; every text is escaped, whatever a program calls its threads. */
final class Html {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
            out.append('"');
        }
        out.append('>');
        open.push(tag);
        return this;
    }

    Html close() {
        out.append("</").append(open.pop()).append(">\n");
        return this;
    }

    Html element(String tag, String text) {
        return open(tag).text(text).close();
    }

    Html text(String text) {
        out.append(escape(text));
        return this;
    }

    /** For constant markup only. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Also drops what XML does not allow at all. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
            }
        }
        return escaped.toString();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
