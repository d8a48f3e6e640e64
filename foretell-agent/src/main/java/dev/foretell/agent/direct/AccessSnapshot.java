// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * An access as its thread was about to make it, and the atomic regions the thread was in.
 *
 * @param target null for a static field, which its site identifies
 * @param index -1 unless an array element
 * @param plain whether the probe was one for plain accesses, which distinguishes reads from writes; for a volatile only
 *     the site does
 * @param monitorSpan see {@link HeldMonitors#span}
 * @param methodSpan see {@link DirectedThread#methodSpan}
 */
record AccessSnapshot(
        Object target, int index, int site, boolean plain, boolean write, int monitorSpan, int methodSpan) {}
