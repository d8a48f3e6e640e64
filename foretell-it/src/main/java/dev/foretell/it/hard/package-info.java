/** Programs that make it hard for a recorder: one never ends, one produces more than there is room for. */
package dev.foretell.it.hard;
