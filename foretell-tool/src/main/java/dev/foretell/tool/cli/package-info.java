/**
 * The command line: one class for each command. The only place that prints, reads the environment of the process, and
 * decides its exit code.
 */
package dev.foretell.tool.cli;
