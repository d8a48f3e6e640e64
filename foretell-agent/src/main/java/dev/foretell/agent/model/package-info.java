/**
 * What calls of library methods do to other threads: models, read from text, and their effects when such a call is
 * made.
 *
 * <p>{@link dev.foretell.agent.model.Models} selects the calls that the instrumenter puts probes around. When a thread
 * makes such a call, {@link dev.foretell.agent.model.LibraryModel} finds its effects by the class of the object and
 * calls an {@link dev.foretell.agent.model.EffectListener}, the recorder's, the director's or the watcher's, for each:
 * locks, accesses, happens-before edges.
 *
 * <p>Runs inside the program under test while its classes load: no lambdas, no regular expressions.
 */
package dev.foretell.agent.model;
