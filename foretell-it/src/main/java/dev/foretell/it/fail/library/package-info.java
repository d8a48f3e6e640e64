/**
 * Small collections of our own behind synchronized wrappers, used as the library subjects of the PECAN paper use the
 * JDK's: a bulk operation holds the lock of its own collection and walks through another one, whose lock it does not
 * hold. The verdicts are written as in the neighbouring packages.
 */
package dev.foretell.it.fail.library;
