/**
 * Analysis of the code itself, without running it: {@code code} reads classes and knows who calls whom, {@code graph}
 * how control and values flow through a method, {@code section} which stretches of it are meant to be atomic.
 */
package dev.foretell.flow;
