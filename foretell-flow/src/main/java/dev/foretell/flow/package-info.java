/**
 * Static analysis of the program: {@code code} reads classes and has the call graph, {@code graph} the control and
 * value flow of a method, {@code section} the atomic sections that are inferred from it.
 */
package dev.foretell.flow;
