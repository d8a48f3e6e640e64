// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.words;

/** How a word is written so that {@link Line} reads it back. */
public final class Quotes {
    private Quotes() {}

    /** The word itself where it can stand bare, otherwise in quotes. */
    public static String bare(String text) {
        boolean plain = !text.isEmpty() && text.charAt(0) != ':' && !text.equals("at") && !text.equals("?");
        for (int i = 0; i < text.length() && plain; i++) {
            char c = text.charAt(i);
            boolean bracket =
                    c == '[' ? i == 0 || i == text.length() - 1 : c == ']' && (i < 2 || text.charAt(i - 1) != '[');
            plain = c > ' ' && c != '"' && c != '#' && c != '\\' && c != 0x7f && !bracket;
            plain &= !Character.isWhitespace(c) && !Character.isSurrogate(c) && !Visible.isHidden(c);
        }
        return plain ? text : quote(text);
    }

    public static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (Visible.isHidden(c) || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
