/** Four JUnit tests that pass in an ordinary run: three of programs with a bug, one of a correct program. */
package dev.foretell.bench.workload.tests;
