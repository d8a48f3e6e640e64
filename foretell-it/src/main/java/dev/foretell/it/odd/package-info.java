/**
 * Programs that look around. What they print, and how they end, must not depend on whether Foretell watches.
 */
package dev.foretell.it.odd;
