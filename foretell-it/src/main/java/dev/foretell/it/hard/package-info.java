/**
 * Programs that make it hard: one never ends, one produces more than there is room for, some do another thing each
 * time.
 */
package dev.foretell.it.hard;
