package dev.foretell.trace.clip;

/**
 * One forced stretch of a schedule: this thread, and only this one, runs until just before the point. A null point
 * means until it ends.
 */
public record ClipStep(String thread, ClipPoint until) {}
