/**
 * Programs that can deadlock but practically never do. The lines on which threads would block for ever are marked
 * {@code // deadlock}.
 */
package dev.foretell.it.fail.deadlock;
