// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.words;

import java.util.Map;

/**
 * One line of a file that people write, read word by word. Every error message names file, line and column and what is
 * expected there, in one sentence.
 */
public final class Line {
    private final String file;
    private final int number;
    private final String text;
    private int position;
    /** Where the word read last begins: errors point there. */
    private int wordStart;

    Line(String file, int number, String text) {
        this.file = file;
        this.number = number;
        this.text = text;
    }

    /** Whether only blanks or a comment are left. A comment is a # that no digit follows. */
    public boolean atEnd() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        return position == text.length()
                || text.charAt(position) == '#'
                        && !(position + 1 < text.length() && Character.isDigit(text.charAt(position + 1)));
    }

    public boolean startsWith(char c) {
        return !atEnd() && text.charAt(position) == c;
    }

    /** The next word, bare or in quotes; bare words end at blanks and at {@code ]}. */
    public String word(String expected) throws SyntaxException {
        if (atEnd()) {
            wordStart = position;
            throw error("expected " + expected + ", but the line ends");
        }
        wordStart = position;
        if (text.charAt(position) == ']') {
            throw error("expected " + expected + found());
        }
        return text.charAt(position) == '"' ? quoted() : bare(false);
    }

    /** Takes the next word if it is this one. */
    public boolean accept(String word) throws SyntaxException {
        if (atEnd() || text.charAt(position) == '"') {
            return false;
        }
        int before = position;
        wordStart = position;
        if (bare(false).equals(word)) {
            return true;
        }
        position = before;
        return false;
    }

    /**
     * The whole first line of a file: {@code foretell WORD VERSION}.
     *
     * @param whole what such a file is called, {@code a clip}
     * @param brief the same once it has been named, {@code clip}
     */
    void expectVersion(String word, int version, String whole, String brief) throws SyntaxException {
        String expected = "'foretell " + word + " " + version + "' as the first line of " + whole;
        boolean ours = accept("foretell") && accept(word) && !atEnd();
        if (!ours) {
            throw error("expected " + expected);
        }
        int found = number(expected, 1);
        if (found != version) {
            throw error("this " + brief + " has format " + found + " but this Foretell reads format " + version
                    + "; use the Foretell that wrote it");
        }
        expectEnd();
    }

    public void expect(String word) throws SyntaxException {
        if (!accept(word)) {
            wordStart = position;
            throw error("expected '" + word + "'" + found());
        }
    }

    public void expect(char c, String meaning) throws SyntaxException {
        if (!startsWith(c)) {
            wordStart = position;
            throw error("expected " + meaning + found());
        }
        position++;
    }

    public void expectEnd() throws SyntaxException {
        if (!atEnd()) {
            wordStart = position;
            throw error("expected the end of the line" + found());
        }
    }

    /** A whole number right at the position. */
    public int number(String expected, int least) throws SyntaxException {
        wordStart = position;
        int end = position;
        while (end < text.length()
                && (Character.isDigit(text.charAt(end)) || end == position && text.charAt(end) == '-')) {
            end++;
        }
        try {
            int value = Integer.parseInt(text.substring(position, end));
            if (value >= least) {
                position = end;
                return value;
            }
        } catch (NumberFormatException e) {
            // explained below
        }
        throw error("expected " + expected + found());
    }

    /** {@code FILE:LINE}; a question mark stands for what is not known. */
    public String fileOfPlace() throws SyntaxException {
        atEnd();
        wordStart = position;
        String name;
        if (startsWith('"')) {
            name = quoted();
        } else if (startsWith(':')) {
            throw error("expected a source file such as Account.java:12" + found());
        } else {
            name = bare(true);
            name = name.equals("?") ? "" : name;
        }
        if (position == text.length() || text.charAt(position) != ':') {
            wordStart = position;
            throw error("expected a colon and a line number after the source file" + found());
        }
        position++;
        return name;
    }

    public int lineOfPlace() throws SyntaxException {
        if (position < text.length() && text.charAt(position) == '?') {
            position++;
            return -1;
        }
        return number("a line number", 1);
    }

    /** {@code NAME CHECKSUM} of a class, into a map by name. */
    public void checksum(Map<String, String> classes) throws SyntaxException {
        String name = word("a class name");
        if (classes.put(name, word("the checksum of the class")) != null) {
            throw error("class " + name + " has a checksum already");
        }
    }

    /**
     * A method of a class.
     *
     * @param method name and descriptor
     */
    public record Method(String className, String method) {}

    /** {@code com.acme.Account.withdraw(I)V}. */
    public Method method() throws SyntaxException {
        String expected = "class and method such as com.acme.Account.withdraw(I)V";
        String key = word(expected);
        int parenthesis = key.indexOf('(');
        int dot = key.lastIndexOf('.', parenthesis < 0 ? key.length() : parenthesis);
        if (dot < 0) {
            throw error("expected " + expected + ", but found '" + key + "'");
        }
        return new Method(key.substring(0, dot), key.substring(dot + 1));
    }

    /** For a statement that may occur once in {@code whole}: {@code before} is null the first time. */
    public void once(Object before, String whole) throws SyntaxException {
        if (before != null) {
            throw error("expected this only once in " + whole);
        }
    }

    private String bare(boolean beforeLastColon) {
        int end = position;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && text.charAt(end) != ']') {
            end++;
            while (text.startsWith("[]", end)) {
                end += 2; // the name of an array type keeps its brackets
            }
        }
        if (beforeLastColon) {
            int colon = text.lastIndexOf(':', end - 1);
            end = colon > position ? colon : end;
        }
        String word = text.substring(position, end);
        position = end;
        return word;
    }

    private String quoted() throws SyntaxException {
        StringBuilder out = new StringBuilder();
        for (int i = position + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                position = i + 1;
                return out.toString();
            }
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = ++i < text.length() ? text.charAt(i) : ' ';
            switch (escape) {
                case '"', '\\' -> out.append(escape);
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'u' -> {
                    out.append(unicode(i + 1));
                    i += 4;
                }
                default -> {
                    wordStart = i - 1;
                    throw error("expected \\\", \\\\, \\n, \\r, \\t or \\u with four digits after a backslash");
                }
            }
        }
        throw error("expected a closing quote before the end of the line");
    }

    private char unicode(int at) throws SyntaxException {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                wordStart = at - 2;
                throw error("expected four hexadecimal digits after \\u");
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private String found() {
        if (atEnd()) {
            return ", but the line ends";
        }
        int end = position + 1;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return ", but found '" + text.substring(position, Math.min(end, position + 60)) + "'";
    }

    /** About the word read last. */
    public SyntaxException error(String what) {
        return new SyntaxException(file + ":" + number + ":" + (wordStart + 1) + ": " + what + ".");
    }
}
