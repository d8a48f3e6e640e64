// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

/**
 * One forced stretch of a schedule: this thread, and only this one, runs until just before the point. A null point
 * means until it ends.
 *
 * @param past until the point, an access or an event of the anomaly, has just been passed: the next event of the thread
 *     is not known, because it may have read another value than when it was recorded, or did nothing more before the
 *     run was over
 */
public record ClipStep(String thread, ClipPoint until, boolean past) {
    public ClipStep(String thread, ClipPoint until) {
        this(thread, until, false);
    }
}
