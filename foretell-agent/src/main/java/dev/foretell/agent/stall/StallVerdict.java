// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.util.List;

/**
 * Threads will wait for ever.
 *
 * @param deadlock which thread holds and wants which lock, with stacks; empty when there is no cycle of locks
 * @param cycle the threads of the cycle, each blocked by the next
 * @param stacks of all threads, when every one of them waits; empty when others run
 * @param since when this was first observed, in milliseconds since 1970
 */
public record StallVerdict(String deadlock, List<InCycle> cycle, String stacks, long since) {
    /** One thread of a cycle: the class of the lock that it wants, and of those that it holds and another one wants. */
    public record InCycle(Thread thread, String wants, List<String> holds, StackTraceElement[] stack) {}
}
