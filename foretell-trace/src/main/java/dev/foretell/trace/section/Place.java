// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.Objects;

/**
 * A place in the code: an instruction, known exactly or by its line, or a whole method.
 *
 * @param className as in {@code Class.getName()}; empty when only file and line are known
 * @param method name and descriptor, {@code withdraw(I)V}; empty likewise
 * @param sourceFile file name, or empty
 * @param line source line, or -1
 * @param offset offset of the instruction in the method's original bytecode, as in {@link dev.foretell.trace.Site}; -1
 *     for a line or a method
 */
public record Place(String className, String method, String sourceFile, int line, int offset) {
    /** No place: the default applies. */
    public static final Place UNSPECIFIED = new Place("", "", "", -1, -1);

    public Place {
        Objects.requireNonNull(className);
        Objects.requireNonNull(method);
        Objects.requireNonNull(sourceFile);
    }

    /** A whole method. */
    public static Place method(String className, String method) {
        return new Place(className, method, "", -1, -1);
    }

    /** Exactly one instruction. */
    public boolean isExact() {
        return offset >= 0;
    }

    /** The same instruction, or line, or method, ignoring file and line of an exact one. */
    public boolean isSame(Place other) {
        boolean sameCode = className.equals(other.className) && method.equals(other.method) && offset == other.offset;
        return sameCode && (isExact() || sourceFile.equals(other.sourceFile) && line == other.line);
    }

    /** {@code Account.java:12}, or the best that is known. */
    public String position() {
        if (line >= 0 && !sourceFile.isEmpty()) {
            return sourceFile + ":" + line;
        }
        int parenthesis = method.indexOf('(');
        String name = className + "." + (parenthesis < 0 ? method : method.substring(0, parenthesis));
        return offset < 0 ? name : name + "@" + offset;
    }
}
