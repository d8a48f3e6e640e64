// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Buggy: check-then-act, so that a service can be made twice. */
class RegistryTest {
    private final Map<String, Object> services = new ConcurrentHashMap<>();
    private final AtomicInteger made = new AtomicInteger();

    private void use() {
        if (!services.containsKey("log")) {
            services.put("log", new Object());
            made.incrementAndGet();
        }
    }

    @Test
    void makesOneService() throws InterruptedException {
        Workers.run(this::use, this::use);
        assertEquals(1, made.get());
    }
}
