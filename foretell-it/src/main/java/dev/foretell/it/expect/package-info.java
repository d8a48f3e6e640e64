/** A program to record several times, to learn the order that it expects. */
package dev.foretell.it.expect;
