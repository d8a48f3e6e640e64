// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench;

import java.util.Locale;

/** A Markdown table under a heading. */
final class Table {
    private final StringBuilder text = new StringBuilder();

    Table(String heading, String... columns) {
        text.append("### ").append(heading).append("\n\n|");
        for (String column : columns) {
            text.append(' ').append(column).append(" |");
        }
        text.append("\n|");
        for (int i = 0; i < columns.length; i++) {
            text.append(i == 0 ? "---|" : "---:|");
        }
        text.append('\n');
    }

    /** Numbers get two to three significant digits. */
    Table row(Object... cells) {
        text.append('|');
        for (Object cell : cells) {
            text.append(' ')
                    .append(cell instanceof Double number ? number(number) : cell)
                    .append(" |");
        }
        text.append('\n');
        return this;
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        double size = Math.abs(value);
        String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.095 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
