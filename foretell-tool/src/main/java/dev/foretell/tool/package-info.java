/**
 * The command-line tool: record a program, predict, confirm, report.
 *
 * <ul>
 *   <li>{@code tool.process}: starts the program under test, with or without the agent, and ends it again.
 *   <li>{@code tool.pipeline}: the phases, each from files to files.
 *   <li>{@code tool.report}: findings and their renderings. It never runs anything.
 *   <li>{@code tool.canary}: the self-check.
 *   <li>{@code tool.export}: traces for other tools.
 *   <li>{@code tool.demo}: the program of {@code foretell demo}; uses no other package.
 *   <li>{@code tool.cli}: the command line; the only place that prints and exits.
 * </ul>
 */
package dev.foretell.tool;
