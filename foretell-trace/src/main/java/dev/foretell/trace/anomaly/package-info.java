/**
 * The facts about each kind of anomaly that detectors, director and reports use. A kind is data; no code outside
 * compares kinds by their names.
 */
package dev.foretell.trace.anomaly;
