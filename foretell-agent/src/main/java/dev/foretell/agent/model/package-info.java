/**
 * What calls of library methods mean: models, read from text, and what they say when such a call is made.
 *
 * <p>{@link dev.foretell.agent.model.Models} answers the instrumenter which calls are of interest.
 * {@link dev.foretell.agent.model.LibraryModel} answers a thread that makes such a call what it does, by the class of
 * the object at hand, and tells a {@link dev.foretell.agent.model.EffectListener}, the recorder's or the director's, in
 * their own terms: locks, accesses, hand-overs.
 *
 * <p>Runs inside the program under test while its classes load: no lambdas, no regular expressions.
 */
package dev.foretell.agent.model;
