// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.util.List;

/**
 * That threads will wait for ever.
 *
 * @param deadlock which thread holds and wants what, with stacks; empty when there is no circle of locks
 * @param cycle the threads of the circle, each waiting for the next
 * @param stacks of all threads, when every one of them waits; empty when others go on
 * @param since when this was first seen, in milliseconds since 1970
 */
public record StallVerdict(String deadlock, List<InCycle> cycle, String stacks, long since) {
    /**
     * One thread of a circle: the class of the lock that it wants, and of those that it holds and another one wants.
     */
    public record InCycle(Thread thread, String wants, List<String> holds, StackTraceElement[] stack) {}
}
