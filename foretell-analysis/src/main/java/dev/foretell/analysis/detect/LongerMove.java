// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

/**
 * A combination that moves a read past several consecutive writes where another one moves it past the nearest. Values
 * are not recorded; where these writes store equal values, only moving past all of them changes what is read.
 *
 * @param events in the order in which they are to happen: a read and then the farthest write that it can be moved past,
 *     or that write and then the read
 * @param from the first of the writes in the trace
 * @param to the last of them
 */
public record LongerMove(int[] events, int from, int to) {}
