// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** Nothing but a start. */
public final class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
