/**
 * The program under test as a process: how it loads the agent, its streams, how long it may take and how it ends. The
 * program's own output and exit code are the same as without the agent.
 */
package dev.foretell.tool.process;
