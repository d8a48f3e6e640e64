/** What the watcher reports while a program runs, from the agent to the tool: a text file that only grows. */
package dev.foretell.trace.watch;
