// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.ClassInfo.FieldInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldOwnersTest {
    private static final int PRIVATE = 2;

    private final FieldOwners owners = new FieldOwners();

    private void add(String checksum, int access) {
        List<FieldInfo> fields = List.of(new FieldInfo("hash", access));
        owners.add(new ClassInfo("acme.Point", "java.lang.Object", List.of(), checksum, fields, List.of()));
    }

    @Test
    void idiomsHoldForTheSameClassInOtherLoaders() {
        add("1", PRIVATE | FieldInfo.SINGLE_CHECK);
        add("1", PRIVATE | FieldInfo.SINGLE_CHECK);
        assertThat(owners.access("acme.Point.hash")).isEqualTo(PRIVATE | FieldInfo.SINGLE_CHECK);
    }

    @Test
    void idiomsOfAClassDoNotHoldForAnotherOfItsName() {
        add("1", PRIVATE);
        add("2", PRIVATE | FieldInfo.SINGLE_CHECK);
        add("2", PRIVATE | FieldInfo.SINGLE_CHECK);
        assertThat(owners.access("acme.Point.hash")).isEqualTo(PRIVATE);
    }
}
