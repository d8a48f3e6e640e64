/**
 * From one recorded run to the bugs that other interleavings of it would show.
 *
 * <p>The steps: a {@code Trace} becomes a model with indices, detectors yield {@link dev.foretell.analysis.Candidate}s,
 * witness builders turn a candidate into a {@link dev.foretell.analysis.Witness} or show that there is none, an
 * independent checker vets every witness, and {@link dev.foretell.analysis.Clips} writes it down as a schedule for the
 * director. Nothing here touches a running program.
 */
package dev.foretell.analysis;
