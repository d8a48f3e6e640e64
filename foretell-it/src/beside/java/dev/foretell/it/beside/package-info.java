/**
 * Programs that need more than the JDK: mocks, a database. They are compiled by the tests that run them, against jars
 * that are on no other class path.
 */
package dev.foretell.it.beside;
