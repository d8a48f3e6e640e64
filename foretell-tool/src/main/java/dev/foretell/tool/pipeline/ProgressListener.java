// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

/** Hears how far a long job has come. */
public interface ProgressListener {
    /** For nobody. */
    ProgressListener NONE = text -> {};

    /** What is being done now, a few words. May be called often and by any thread. */
    void at(String text);
}
