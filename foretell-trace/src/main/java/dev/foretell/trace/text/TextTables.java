// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.text;

import java.util.ArrayList;
import java.util.List;

/** The spelling of the table lines at the head of a complete text trace. */
final class TextTables {
    /** The first line; its number is the version of the form. */
    static final String HEADER = "# foretell trace 1";

    private TextTables() {}

    /** No value may contain the separator or a line break. */
    static String escape(String value) {
        String escaped = value;
        if (escaped.indexOf('\\') >= 0) {
            escaped = escaped.replace("\\", "\\\\");
        }
        if (escaped.indexOf('|') >= 0) {
            escaped = escaped.replace("|", "\\p");
        }
        if (escaped.indexOf('\n') >= 0 || escaped.indexOf('\r') >= 0) {
            escaped = escaped.replace("\n", "\\n").replace("\r", "\\r");
        }
        return escaped;
    }

    static String unescape(String value) {
        if (value.indexOf('\\') < 0) {
            return value;
        }
        StringBuilder out = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                char next = value.charAt(++i);
                out.append(
                        switch (next) {
                            case 'n' -> '\n';
                            case 'r' -> '\r';
                            case 'p' -> '|';
                            default -> next;
                        });
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    static List<String> values(String text) {
        List<String> values = new ArrayList<>();
        int start = 0;
        for (int bar = text.indexOf('|'); bar >= 0; bar = text.indexOf('|', start)) {
            values.add(unescape(text.substring(start, bar)));
            start = bar + 1;
        }
        values.add(unescape(text.substring(start)));
        return values;
    }
}
