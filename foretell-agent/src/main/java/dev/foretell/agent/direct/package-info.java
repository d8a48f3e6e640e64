/**
 * The director: makes a program follow a clip.
 *
 * <p>Only one thread runs: no other one passes a probe. Between two forced context switches it runs at full speed,
 * because a probe then only loads one byte. {@link dev.foretell.agent.direct.Schedule} holds the points where threads
 * have to stop, {@link dev.foretell.agent.direct.Scheduler} decides which thread runs,
 * {@link dev.foretell.agent.direct.DirectedThread} is a thread's own part, {@link dev.foretell.agent.direct.Watchdog}
 * detects what no probe reports. {@code docs/design/03-director.md} has the reasons.
 *
 * <p><b>Lock order.</b> Monitors of the program; then {@link dev.foretell.agent.direct.KeepAlives}, or the director's
 * lock for its own site; then {@link dev.foretell.agent.direct.ThreadRegistry} or
 * {@link dev.foretell.agent.direct.Scheduler}, never both; then {@link dev.foretell.agent.direct.InputReplay} (inside
 * the {@link dev.foretell.agent.direct.ReplayedInputs} that class initialisers share); innermost, with none inside
 * them, a {@link dev.foretell.agent.direct.ThreadGate}, the {@link dev.foretell.agent.direct.OutcomeFile}, a
 * {@link dev.foretell.agent.direct.ReplayedClock}, {@link dev.foretell.agent.direct.ReplayedHashes} and
 * {@link dev.foretell.agent.direct.ProgramTimeouts}. No code of the program is called, and none of its monitors is
 * entered or waited for, while the scheduler's lock is held. Each class documents what it is guarded by.
 */
package dev.foretell.agent.direct;
