/** Twins of the programs in {@code fail.library}: bulk operations that hold the lock of both collections. */
package dev.foretell.it.success.library;
