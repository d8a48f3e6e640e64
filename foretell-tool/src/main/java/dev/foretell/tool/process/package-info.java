/**
 * The program under test as a process: how the agent gets into it, what flows in and out of it, how long it may take
 * and how it ends. Whatever happens here, the program's own output and exit code stay what they would have been.
 */
package dev.foretell.tool.process;
