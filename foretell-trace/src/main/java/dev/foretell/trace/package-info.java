/**
 * What both sides of the process boundary share: kinds of events, the sites they happen at, and a whole
 * {@link dev.foretell.trace.Trace}. This module knows nobody.
 *
 * <ul>
 *   <li>{@code trace.io}: the binary form the recorder writes and its reader.
 *   <li>{@code trace.text}: the text form, for people, for tests, and for traces of other tools.
 *   <li>{@code trace.clip}: schedules to be re-executed, and what came of it.
 *   <li>{@code trace.options}: what the tool tells the agent.
 * </ul>
 */
package dev.foretell.trace;
