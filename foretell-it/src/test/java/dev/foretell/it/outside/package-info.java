/**
 * A detector that is no part of Foretell, with its subject and the twin: what a user's own jar on the class path of the
 * tool has.
 */
package dev.foretell.it.outside;
