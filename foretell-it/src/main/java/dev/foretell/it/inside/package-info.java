/**
 * Programs with bugs inside the JDK's collections, checked with {@code --include 'java.util.**'}. The test has the
 * expected result of each, because the places are in the JDK and differ with its version.
 */
package dev.foretell.it.inside;
