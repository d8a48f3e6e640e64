// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.lang.StringEscapeUtils;

/** LANG-204: the table of entities is published before it is filled. */
public final class Lang204 {
    public static void main(String[] args) throws Exception {
        Thread first = Play.start("first", () -> print("\u00e9"));
        Play.settle(first);
        Thread second = Play.start("second", () -> print("\u00e8"));
        Play.join(first, second);
    }

    private static void print(String text) {
        System.out.println(StringEscapeUtils.escapeHtml(text));
    }
}
