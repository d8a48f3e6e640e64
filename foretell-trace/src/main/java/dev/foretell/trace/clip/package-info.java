/**
 * Clips: small schedules that create one anomaly in a program, and the outcome of running one. The analysis writes
 * them, the director in the agent follows them, people read and edit them.
 */
package dev.foretell.trace.clip;
