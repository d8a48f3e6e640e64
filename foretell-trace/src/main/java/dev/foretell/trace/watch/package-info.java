/** What the guard sees while a program runs, on its way from the agent to the tool: a text file that only grows. */
package dev.foretell.trace.watch;
