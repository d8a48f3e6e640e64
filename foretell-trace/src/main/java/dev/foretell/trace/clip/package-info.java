/**
 * Clips: small schedules that make a program do one particular thing, and the outcome of running one. The analysis
 * makes them, the director in the agent follows them, people read and edit them.
 */
package dev.foretell.trace.clip;
