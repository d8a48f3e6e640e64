// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.mode;

/** Single places of the program that get a probe of their own. */
public interface ProbePlaces {
    ProbePlaces NONE = new ProbePlaces() {
        @Override
        public boolean before(String className, String method, String file, int line, int offset, boolean firstOfLine) {
            return false;
        }

        @Override
        public boolean atEndOf(String className, String method, String file) {
            return false;
        }
    };

    /**
     * Whether there is a probe before an instruction.
     *
     * @param firstOfLine whether it is the first one of its line, or of a part of it
     */
    boolean before(String className, String method, String file, int line, int offset, boolean firstOfLine);

    /** Whether there is a probe where a method is left. Called only for a plan without {@link ProbeGroup#ORDER}. */
    boolean atEndOf(String className, String method, String file);
}
