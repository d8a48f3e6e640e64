// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

/**
 * State of library objects that no field of the program names: the elements of a list, the value of an atomic integer.
 * A {@link Site} that accesses it names the method that is called, {@code java.util.List.add()}, and, where an object
 * has several such variables, ends in brackets, {@code java.util.Map.get()[]}.
 */
public final class Content {
    private static final String CALL = "()";
    private static final String CALL_ON_ENTRY = "()[]";
    /** All plain content of an object is one variable, whatever method accesses it. */
    private static final String FIELD = "<content>";

    private Content() {}

    /** Whether a site's {@code what} is about the content of an object. */
    public static boolean isContent(String what) {
        return what.endsWith(CALL) || what.endsWith(CALL_ON_ENTRY);
    }

    /** In place of a declaring class and a field. */
    static String field() {
        return FIELD;
    }

    /** The method, {@code java.util.Map.get()}. */
    static String method(String what) {
        return what.endsWith(CALL_ON_ENTRY) ? what.substring(0, what.length() - 2) : what;
    }

    /** For people: {@code ArrayList content}; with an index other than 0 {@code ConcurrentHashMap entry}. */
    public static String name(String what, int index) {
        if (what.equals(ThreadLife.VARIABLE)) {
            return "Thread.isAlive()";
        }
        int method = what.lastIndexOf('.');
        String type = what.substring(what.lastIndexOf('.', method - 1) + 1, method);
        String simple = type.substring(type.lastIndexOf('$') + 1);
        return simple + (what.endsWith(CALL_ON_ENTRY) && index > 0 ? " entry" : " content");
    }
}
