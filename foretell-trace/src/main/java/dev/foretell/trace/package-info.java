/**
 * What both sides of the process boundary share: kinds of events, the sites they happen at, and a whole
 * {@link dev.foretell.trace.Trace}. This module depends on no other.
 *
 * <ul>
 *   <li>{@code trace.io}: the binary form the recorder writes and its reader.
 *   <li>{@code trace.text}: the text form, for people, for tests, and for traces of other tools.
 *   <li>{@code trace.clip}: schedules to be re-executed, and the outcome.
 *   <li>{@code trace.options}: the options that the tool passes to the agent.
 * </ul>
 */
package dev.foretell.trace;
