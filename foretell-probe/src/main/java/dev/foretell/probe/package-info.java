/**
 * What instrumented code calls.
 *
 * <p>These classes are appended to the boot class path, so that code of every class loader can reach them. They depend
 * on nothing but {@code java.base}, use no lambdas, no string concatenation and no collections on the paths that
 * instrumented code takes, and depend neither on the trace nor on the schedule: they forward to one
 * {@link dev.foretell.probe.Mode} and to one {@link dev.foretell.probe.ThreadProbe} per thread, which the agent
 * installs before it instruments anything. Recording, directing and watching are three implementations of that pair.
 */
package dev.foretell.probe;
