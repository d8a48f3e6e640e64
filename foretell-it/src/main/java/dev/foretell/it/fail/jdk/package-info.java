/** Wrong uses of the JDK's own classes between threads. The verdicts are written as in the neighbouring packages. */
package dev.foretell.it.fail.jdk;
