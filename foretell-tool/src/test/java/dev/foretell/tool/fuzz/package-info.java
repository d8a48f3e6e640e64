/**
 * Readers of files that may come from other users, fed with garbled input: each input must be read, or refused with the
 * exception the reader documents, in bounded time and memory. {@code ReaderFuzzTest} tries some thousand mutations of
 * valid files in every build; {@code foretell-tool/fuzz} runs the same targets under a coverage-guided fuzzer.
 */
package dev.foretell.tool.fuzz;
