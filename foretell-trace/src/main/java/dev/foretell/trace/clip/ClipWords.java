// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.EventKind;

/** The words of the clip format: operations, and names that are shortened for people. */
final class ClipWords {
    private ClipWords() {}

    static String operations() {
        StringBuilder words = new StringBuilder();
        for (EventKind kind : EventKind.values()) {
            words.append(words.length() == 0 ? "" : ", ").append(kind.clipWord());
        }
        return words.toString();
    }

    /**
     * The full name behind a shortened one: names without a dot are complete ({@code int[]}), others belong to the
     * package of the class in which they are mentioned unless they begin with it.
     */
    static String complete(String shortened, String className) {
        String prefix = className.substring(0, className.lastIndexOf('.') + 1);
        return shortened.indexOf('.') < 0 || shortened.startsWith(prefix) ? shortened : prefix + shortened;
    }
}
