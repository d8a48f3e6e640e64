/**
 * The options of the agent, each declared once: one file, written by the tool and read in the program under test. Also
 * two files that the agent writes when it does not instrument a JVM ({@code BuildTool}) or a class
 * ({@code RejectedClass}).
 */
package dev.foretell.trace.options;
