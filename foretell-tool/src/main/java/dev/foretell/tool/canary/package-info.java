/**
 * The self-check. A small program with a race and a deadlock that must be recorded, predicted and replayed by the same
 * pipeline as the user's program, on the user's JVM; otherwise a report without findings would mean nothing.
 */
package dev.foretell.tool.canary;
