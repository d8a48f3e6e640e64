/** The end-to-end tests: the packaged product on real programs, and the rules that its modules keep. */
package dev.foretell.it;
