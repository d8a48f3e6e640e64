// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

/** Why a section is assumed to be atomic. */
public enum Origin {
    /** One assignment reads and writes the variable: {@code x++} (AtomRace, section 4.1). */
    LOAD_STORE("load-store"),
    /** A condition on the variable, then a use of it (section 4.1). */
    TEST_USE("test-use"),
    /** Two consecutive accesses (section 4.2). */
    ACCESS_INTERLEAVING("access-interleaving"),
    /** Written by the user. */
    USER("user");

    private final String word;

    Origin(String word) {
        this.word = word;
    }

    /** As in the file. */
    public String word() {
        return word;
    }

    /** Null when no origin has this word. */
    static Origin of(String word) {
        for (Origin origin : values()) {
            if (origin.word.equals(word)) {
                return origin;
            }
        }
        return null;
    }
}
