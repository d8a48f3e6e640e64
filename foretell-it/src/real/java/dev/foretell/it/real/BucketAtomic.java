// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.util.Map;
import org.apache.commons.collections.map.StaticBucketMap;

/** StaticBucketMap: an entry's value is set without the lock that makes {@code atomic} atomic. */
public final class BucketAtomic {
    public static void main(String[] args) throws Exception {
        StaticBucketMap map = new StaticBucketMap(1);
        map.put("k", "old");
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) map.entrySet().iterator().next();
        Thread reader = Play.start(
                "reader",
                () -> map.atomic(() -> {
                    Object first = map.get("k");
                    Object second = map.get("k");
                    System.out.println(first == second ? "one value" : "two values in one atomic block");
                }));
        Play.settle(reader);
        Thread writer = Play.start("writer", () -> set(entry));
        Play.join(reader, writer);
    }

    @SuppressWarnings("unchecked")
    private static void set(Map.Entry<?, ?> entry) {
        ((Map.Entry<Object, Object>) entry).setValue("new");
    }
}
