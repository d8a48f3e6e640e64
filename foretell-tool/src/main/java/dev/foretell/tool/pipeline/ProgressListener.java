// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

/** Receives the progress of a long job. */
public interface ProgressListener {
    /** Ignores all. */
    ProgressListener NONE = text -> {};

    /** What is being done now, a few words. May be called often and by any thread. */
    void at(String text);
}
