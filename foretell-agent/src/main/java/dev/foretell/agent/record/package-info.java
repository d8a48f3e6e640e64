/**
 * Recording: what the probes do while one ordinary run of the program is watched.
 *
 * <p>{@link dev.foretell.agent.record.Recorder} is the mode, {@code RecordingThread} the probe of each thread, built on
 * {@code AccessLog} (plain accesses) and {@code EventLog} (writing). Threads meet only in the {@code EventClock}, when
 * they need a new chunk of the {@code EventFile}, and when an object without an identity field is seen for the first
 * time. Reasons are in {@code docs/design/01-recording.md}, the file format in {@code docs/trace-format.md}.
 */
package dev.foretell.agent.record;
