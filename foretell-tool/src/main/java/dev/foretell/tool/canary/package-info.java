/**
 * The tool's check of itself. A small program with a race and a deadlock that must be recorded, predicted and replayed
 * by the very pipeline that is about to look at the user's program, on the user's JVM; when it is not, silence about
 * the user's program would mean nothing.
 */
package dev.foretell.tool.canary;
