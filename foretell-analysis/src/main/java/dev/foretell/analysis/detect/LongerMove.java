// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

/**
 * A combination that passes several writes in a row where another passes the nearest one. Values are not recorded, and
 * where these writes have the same one, only passing all of them changes what is read.
 *
 * @param events what shall happen one after the other: a read and then the farthest write that it can pass, or that
 *     write and then the read
 * @param from the first of the writes, by its place in the trace
 * @param to the last of them
 */
public record LongerMove(int[] events, int from, int to) {}
