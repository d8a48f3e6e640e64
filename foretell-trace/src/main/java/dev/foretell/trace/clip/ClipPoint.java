// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.Site;

/**
 * A point in a thread's execution: just before its n-th event at a site.
 *
 * @param thread creation path of the thread
 * @param site where; its {@code op} and {@code what} select an event of that line
 * @param occurrence 1 for the first time
 */
public record ClipPoint(String thread, Site site, int occurrence) {}
