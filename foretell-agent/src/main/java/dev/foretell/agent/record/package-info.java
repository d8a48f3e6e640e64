/**
 * Recording: what the probes do during one ordinary run of the program.
 *
 * <p>{@link dev.foretell.agent.record.Recorder} is the mode, {@code RecordingThread} the probe of each thread, built on
 * {@code AccessLog} (plain accesses) and {@code EventLog} (writing), with {@code LibraryCalls}, {@code RecordedLocks}
 * and {@code HeldStripe} as parts. Threads share only the {@code EventClock}, the {@code EventFile} when they need a
 * new chunk, and the {@code IdentityTable} when an object without an identity field is seen for the first time. Reasons
 * are in {@code docs/design/01-recording.md}, the file format in {@code docs/trace-format.md}.
 */
package dev.foretell.agent.record;
