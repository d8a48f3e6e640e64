// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exception that left a thread, as outcome and evidence have it: {@code thread: class: message at place}.
 *
 * @param message empty when there is none
 * @param place the innermost line of the program; empty when it is not known
 */
public record UncaughtException(String thread, String type, String message, String place) {
    private static final Pattern FORM =
            Pattern.compile("(.*?): ([\\w$]+(?:[./][\\w$]+)*)(?:: (.*?))?(?: at (\\S*\\.\\S+))?", Pattern.DOTALL);

    /** Text of any other form is taken for a message. */
    public static UncaughtException parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? new UncaughtException(form.group(1), form.group(2), orEmpty(form.group(3)), orEmpty(form.group(4)))
                : new UncaughtException("", "", text, "");
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    /**
     * What two runs that fail in the same way have in common: class and throwing line. Messages have times and numbers
     * in them, and threads of a pool swap their names; the message counts only when the line is not known.
     */
    public String symptom() {
        return place.isEmpty() ? type + ": " + message : type + " at " + place;
    }

    public boolean isAssertion() {
        return type.endsWith("AssertionError")
                || type.endsWith("AssertionFailedError")
                || type.endsWith("ComparisonFailure")
                || type.endsWith("MultipleFailuresError");
    }
}
