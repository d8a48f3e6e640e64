/** Runs the packaged product the way a user does, and reads the verdicts that the subjects carry in their source. */
package dev.foretell.it.harness;
