/**
 * Ordinary classes to be instrumented by the tests. Each has a method {@code run()} that tells, as text, all that can
 * be observed of its behaviour; others are small enough for their probe calls to be listed.
 */
package sample;
