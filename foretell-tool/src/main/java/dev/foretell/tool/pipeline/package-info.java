/**
 * From a command to a verdict, in phases: {@link dev.foretell.tool.pipeline.RecordPhase},
 * {@link dev.foretell.tool.pipeline.PredictPhase}, {@link dev.foretell.tool.pipeline.ConfirmPhase}. Each takes a
 * {@link dev.foretell.tool.pipeline.Session} and returns it with more known; between phases it lies on disk, so any of
 * them can be run again alone.
 */
package dev.foretell.tool.pipeline;
