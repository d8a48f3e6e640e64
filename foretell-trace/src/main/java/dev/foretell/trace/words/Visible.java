// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.words;

/**
 * Names and messages of a program, or of a file from an untrusted source, as they may be shown on a terminal: escape
 * sequences would control it, and characters that change the direction of text would disguise it. Such characters are
 * written as {@code \}{@code u001b}.
 */
public final class Visible {
    private Visible() {}

    /** Text of several lines: line breaks and tabs stay. */
    public static String text(String text) {
        return escape(text, true);
    }

    /** Text that stays on one line, so that it cannot be mistaken for another line of a report. */
    public static String line(String text) {
        return escape(text, false);
    }

    /** Whether a character is not displayed as itself: control and format characters, line separators. */
    static boolean isHidden(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String escape(String text, boolean keepLines) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean hidden = isHidden(c) && !(keepLines && (c == '\n' || c == '\t'));
            if (hidden && out == null) {
                out = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (out != null) {
                if (hidden) {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
        }
        return out == null ? text : out.toString();
    }
}
