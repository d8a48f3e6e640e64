/** Programs whose results are in files that they write into their working directory. */
package dev.foretell.it.results;
