// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

/**
 * A thread of the agent's own. Its start, end and failures are not those of the program, and are not reported to the
 * mode: otherwise they would take numbers in the creation paths by which the program's threads are known.
 */
public class AgentThread extends Thread {
    public AgentThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /** In a group where the program does not see it among its own threads. */
    public AgentThread(ThreadGroup group, String name, Runnable task) {
        super(group, task, name, 0, false);
        setDaemon(true);
    }

    public AgentThread(String name, Runnable task) {
        super(null, task, name, 0, false);
        setDaemon(true);
    }
}
