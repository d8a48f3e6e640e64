/**
 * The binary trace: what the recorder writes, and the reader that makes a {@code Trace} of it.
 *
 * <p>Both sides share three classes, so that they cannot drift apart: {@link dev.foretell.trace.io.TraceFormat} (the
 * layout, in numbers), {@link dev.foretell.trace.io.DefinitionRecord} (the framed records of the definitions file) and
 * {@link dev.foretell.trace.io.Predictor} (which predicts each access, so that only mispredictions are written). The
 * layout is described in {@code docs/trace-format.md}.
 *
 * <p>The inputs of the program lie beside it: {@link dev.foretell.trace.io.InputRecord} and
 * {@link dev.foretell.trace.io.RecordedInputs}.
 *
 * <p>Reading takes three passes over the events, because the shared part is small: {@code SharedObjects} finds the
 * objects that more than one thread accessed, {@code SharedVariables} the variables among them that were also written,
 * and {@code TraceAssembler} merges the threads and keeps only these.
 */
package dev.foretell.trace.io;
