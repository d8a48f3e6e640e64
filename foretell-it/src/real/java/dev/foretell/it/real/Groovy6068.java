// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import groovy.util.AntBuilder;
import java.io.InputStream;

/** GROOVY-6068: each task replaces {@code System.in} and puts back what it found, which may be another task's. */
public final class Groovy6068 {
    public static void main(String[] args) throws Exception {
        InputStream before = System.in;
        Thread first = Play.start("first", () -> new AntBuilder().invokeMethod("echo", "one"));
        Play.settle(first);
        Thread second = Play.start("second", () -> new AntBuilder().invokeMethod("echo", "two"));
        Play.join(first, second);
        System.out.println(System.in == before ? "input as before" : "input replaced");
    }
}
