/**
 * Correct uses of the JDK's own classes between threads, one family of them in each program; nothing must be reported.
 */
package dev.foretell.it.success.jdk;
