/**
 * The director: makes a program follow a clip.
 *
 * <p>There is one baton. A thread passes a probe only while it has it; between two forced switches it runs at full
 * speed, because all that a probe then does is to look up one byte. {@link dev.foretell.agent.direct.Schedule} knows
 * where threads have to stop, {@link dev.foretell.agent.direct.Scheduler} decides who runs,
 * {@link dev.foretell.agent.direct.DirectedThread} is a thread's own part, {@link dev.foretell.agent.direct.Watchdog}
 * sees what no probe can tell. {@code docs/design/03-director.md} has the reasons.
 *
 * <p><b>Locks.</b> Program monitors, then the baton's lock, then a thread's gate or the outcome file. Nothing that
 * belongs to the program is called, entered or waited for while the baton's lock is held. Each class says what it is
 * guarded by.
 */
package dev.foretell.agent.direct;
