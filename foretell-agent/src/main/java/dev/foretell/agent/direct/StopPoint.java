// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * Where one step of a thread ends: just before its n-th event at a point, or, without a point, when the thread ends.
 *
 * @param step number of the step it ends, from 0
 * @param passed the event after which it ends instead, at the thread's next probe; null for none
 */
record StopPoint(int step, SchedulePoint point, int occurrence, ExpectedEvent passed) {}
