/**
 * Drivers for bugs of published libraries: each is a short program around one shared object of the library, and passes
 * when it is run as usual. They are compiled against the jars of their row in the catalogue when they are needed, so
 * each may have its own version of the same library.
 */
package dev.foretell.it.real;
