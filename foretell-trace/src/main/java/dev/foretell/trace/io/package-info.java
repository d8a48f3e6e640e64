/**
 * The binary trace: what the recorder writes and how it becomes a {@code Trace} again.
 *
 * <p>Both sides share three classes, so that they cannot drift apart: {@link dev.foretell.trace.io.TraceFormat} (the
 * layout, in numbers), {@link dev.foretell.trace.io.DefinitionRecord} (the framed records of the definitions file) and
 * {@link dev.foretell.trace.io.Predictor} (which foretells each access, so that only surprises are written). The layout
 * is described in {@code docs/trace-format.md}.
 *
 * <p>What the program was told from outside lies beside it: {@link dev.foretell.trace.io.InputRecord} and
 * {@link dev.foretell.trace.io.RecordedInputs}.
 *
 * <p>Reading takes three passes over the events, because the interesting part is small: {@code SharedObjects} finds the
 * objects that more than one thread touched, {@code SharedVariables} the variables among them that were also written,
 * and {@code TraceAssembler} merges the threads and keeps only these.
 */
package dev.foretell.trace.io;
