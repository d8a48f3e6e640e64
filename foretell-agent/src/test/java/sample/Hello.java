// SPDX-License-Identifier: Apache-2.0
package sample;

/** The smallest program. */
public class Hello {
    public static void main(String[] arguments) {
        System.out.println("hello");
    }
}
