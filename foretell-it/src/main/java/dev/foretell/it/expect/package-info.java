/** A program to record several times: what do its runs say about the order it expects? */
package dev.foretell.it.expect;
