/** Programs of which some run fails by itself, and programs that only look as if they did. */
package dev.foretell.it.evidence;
