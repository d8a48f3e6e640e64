// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.cliffc.high_scale_lib.NonBlockingHashMapLong;

/** high-scale-lib 5: the key 0 is kept apart from the others, and two threads can both be the first to put it. */
public final class ScaleZero {
    public static void main(String[] args) throws Exception {
        NonBlockingHashMapLong<String> map = new NonBlockingHashMapLong<>();
        boolean[] first = new boolean[2];
        Thread one = Play.start("one", () -> first[0] = map.putIfAbsent(0, "one") == null);
        Play.settle(one);
        Thread two = Play.start("two", () -> first[1] = map.putIfAbsent(0, "two") == null);
        Play.join(one, two);
        System.out.println(first[0] && first[1] ? "both were first" : "one was first");
    }
}
