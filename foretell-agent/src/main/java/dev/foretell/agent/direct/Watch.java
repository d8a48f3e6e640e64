package dev.foretell.agent.direct;

/**
 * An event that a clip promises to happen before the last one: its thread's n-th at a spot. What became of it is guarded
 * by the baton's lock.
 */
final class Watch {
    final Part part;
    final Spot spot;
    final int occurrence;

    /** Its place among the events passed, from 1; 0 when it has not been passed. */
    int order;
    /** As it was passed. */
    Sighting sighting;
    /** Its thread has come to another probe since, so it has happened. */
    boolean happened;
    /** Its thread lost the baton between the probe and the access: what happened meanwhile may have come before it. */
    boolean doubtful;

    Watch(Part part, Spot spot, int occurrence) {
        this.part = part;
        this.spot = spot;
        this.occurrence = occurrence;
    }
}
