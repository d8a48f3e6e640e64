/**
 * Turns the program's classes into ones that call the probes.
 *
 * <p>The path of a class: {@code Transformer} (called by the JVM; decides with {@code Selection}, never throws) to
 * {@code Instrumenter} (one class) to {@code MethodInstrumenter} (one method), which sends each instruction to the
 * class for its kind: {@code FieldProbes}, {@code ArrayProbes}, {@code MonitorProbes}, {@code CallProbes}, and the
 * method as a whole to {@code BodyProbes}. What they insert is a {@code Snippet}: straight-line code, no branch, so
 * that no stack map has to be computed and no class has to be loaded to do so.
 *
 * <p>This code runs while classes of the program load, on the program's threads: no lambdas, no regular expressions, no
 * formatted strings, all of which would start large parts of the JDK there.
 */
package dev.foretell.agent.instrument;
