// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

/** An empty program, to measure the start. */
public final class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
