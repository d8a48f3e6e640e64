/**
 * Programs whose fate is decided inside the JDK's collections, checked with {@code --include 'java.util.**'}. The test
 * says what has to come of each, because the places are in the JDK and differ with its version.
 */
package dev.foretell.it.inside;
