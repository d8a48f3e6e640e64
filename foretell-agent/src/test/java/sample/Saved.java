// SPDX-License-Identifier: Apache-2.0
package sample;

import java.io.Serializable;

/** Serializable, and says nothing about its version. */
public class Saved implements Serializable {
    int number;
    private transient Object cache;

    static {
        System.getProperty("sample");
    }

    public synchronized int next() {
        return cache == null ? ++number : number;
    }
}
