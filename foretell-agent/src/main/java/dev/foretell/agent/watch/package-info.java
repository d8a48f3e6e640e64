/**
 * Detects races while the program runs, after AtomRace (Letko, Vojnar, Křena: "AtomRace: Data Race and Atomicity
 * Violation Detector and Healer"): two accesses race when one happens between the beginning and the end of the other.
 *
 * <p>{@link dev.foretell.agent.watch.WatchedThread} is the fast path of each access: a word that writers store beside
 * the data. {@link dev.foretell.agent.watch.AccessConflicts} is what happens when two threads find each other there.
 * Why none of this can raise a false alarm is proved in docs/design/12-watch.md, by the names of the methods.
 */
package dev.foretell.agent.watch;
