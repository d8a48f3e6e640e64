// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.collections.map.StaticBucketMap;

/** COLLECTIONS-334: {@code size} adds up counters that it reads without their locks. */
public final class BucketSize {
    public static void main(String[] args) throws Exception {
        StaticBucketMap map = new StaticBucketMap(2);
        Thread writer = Play.start("writer", () -> map.put("k", "v"));
        Play.settle(writer);
        Thread reader = Play.start("reader", map::size);
        Play.join(writer, reader);
    }
}
