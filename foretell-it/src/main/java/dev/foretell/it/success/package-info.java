/**
 * Correct programs that tools have been known to accuse, because no single lock protects their data, or because locks
 * are taken in different orders. Nothing but notes may be reported here, neither confirmed nor predicted.
 */
package dev.foretell.it.success;
