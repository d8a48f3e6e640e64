/**
 * What people run: record a program, predict, confirm, report.
 *
 * <ul>
 *   <li>{@code tool.process}: starts the program under test, with or without the agent, and ends it again.
 *   <li>{@code tool.pipeline}: the phases, each from what is on disk to what is on disk.
 *   <li>{@code tool.report}: findings and their renderings. It never runs anything.
 *   <li>{@code tool.canary}: the tool's check of itself.
 *   <li>{@code tool.demo}: the program of {@code foretell demo}; knows nobody.
 *   <li>{@code tool.cli}: the command line; the only place that prints and exits.
 * </ul>
 */
package dev.foretell.tool;
