// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.List;
import java.util.Objects;

/**
 * A place in the code that can produce events: one instruction of one method. A class with the same bytes has the same
 * sites, in every run, whatever numbers they carry there.
 *
 * @param className as in {@code Class.getName()}
 * @param method name and descriptor, {@code withdraw(I)V}
 * @param sourceFile file name, or empty when the class file has none
 * @param line source line, or -1
 * @param offset offset of the instruction in the method's original bytecode
 * @param op what the instruction does
 * @param what what it does it to: {@code com.acme.Account.balance} for a field (the owner as the instruction names it,
 *     which may be a subclass of the one that declares it), {@code int[]} for an element, {@code limited} for the end
 *     of a wait that has a time limit, {@code interrupt} for the PUBLISH that interrupts a thread, empty where it
 *     varies
 */
public record Site(
        String className, String method, String sourceFile, int line, int offset, EventKind op, String what) {
    /** The {@code what} of a PUBLISH that interrupts a thread. */
    public static final String INTERRUPT = "interrupt";

    /** For events without a place: the start of a thread by the JVM, or by code that is not instrumented. */
    public static final Site UNKNOWN = new Site("", "", "", -1, -1, EventKind.FORK, "");

    public Site {
        Objects.requireNonNull(className);
        Objects.requireNonNull(method);
        Objects.requireNonNull(sourceFile);
        Objects.requireNonNull(op);
        Objects.requireNonNull(what);
    }

    public String methodName() {
        int parenthesis = method.indexOf('(');
        return parenthesis < 0 ? method : method.substring(0, parenthesis);
    }

    public String simpleClassName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** What it does it to, for people: {@code Account.balance}. */
    public String shortWhat() {
        String plain = Content.isContent(what) ? Content.method(what) : what;
        int member = plain.lastIndexOf('.');
        return plain.substring(plain.lastIndexOf('.', member - 1) + 1);
    }

    /**
     * Its rank by offset among the sites of its method with the same {@code op} and {@code what}; {@code all} are those
     * of its class.
     */
    public int rank(List<Site> all) {
        int before = 0;
        for (Site other : all) {
            boolean same = other.method.equals(method) && other.op == op && other.what.equals(what);
            before += same && other.offset < offset ? 1 : 0;
        }
        return before;
    }

    /** {@code Account.java:12}, or the best that is known: {@code Account.withdraw@23}. */
    public String position() {
        if (line >= 0 && !sourceFile.isEmpty()) {
            return sourceFile + ":" + line;
        }
        if (className.isEmpty()) {
            return line >= 0 ? Integer.toString(line) : "(unknown)";
        }
        return simpleClassName() + "." + methodName() + (line >= 0 ? ":" + line : "@" + offset);
    }
}
