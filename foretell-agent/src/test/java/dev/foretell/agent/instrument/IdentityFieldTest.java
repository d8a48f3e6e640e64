// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Identity;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IdentityFieldTest {
    private static boolean hasField(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> field.getName().equals(Identity.FIELD));
    }

    @Test
    void standsInTheTopmostInstrumentedClass() throws NoSuchFieldException {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            Class<?> top = rig.load("sample.Fields");
            Field field = top.getDeclaredField(Identity.FIELD);
            assertThat(field.getModifiers() & ~0x1000).isEqualTo(Modifier.PRIVATE | Modifier.TRANSIENT);
            assertThat(field.isSynthetic()).isTrue();
            assertThat(field.getType()).isEqualTo(long.class);
            assertThat(hasField(rig.load("sample.Fields$Derived"))).isFalse();
        }
    }

    @Test
    void isNotInInterfacesAndRecords() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(hasField(rig.load("sample.Shapes$Named"))).isFalse();
            assertThat(hasField(rig.load("sample.Shapes$Point"))).isFalse();
            assertThat(hasField(rig.load("sample.Shapes$Colour"))).isTrue();
            assertThat(hasField(rig.load("sample.Threads$Eager"))).isTrue();
        }
    }

    @Test
    void isNotNeededByWhoLooksAtFieldsOnlyWhereNoneChanges() {
        try (InstrumentationRig rig = InstrumentationRig.watching()) {
            assertThat(hasField(rig.load("sample.Asking$Mine"))).isFalse();
            assertThat(hasField(rig.load("sample.Shapes$Colour"))).isTrue();
        }
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(hasField(rig.load("sample.Asking$Mine"))).isTrue();
        }
    }

    @Test
    void isNotAmongTheFieldsThatAreDefinedForTheMode() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            rig.load("sample.Fields$Derived");
            assertThat(rig.classes.get("sample.Fields$Derived").fields())
                    .extracting("name")
                    .containsExactly("own");
            assertThat(rig.classes.get("sample.Fields$Derived").superName()).isEqualTo("sample.Fields");
            assertThat(rig.classes.get("sample.Fields").fields())
                    .extracting("name")
                    .doesNotContain(Identity.FIELD);
        }
    }

    @Test
    void leavesTheSerialVersionAlone() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(ObjectStreamClass.lookup(rig.load("sample.Saved")).getSerialVersionUID())
                    .isEqualTo(ObjectStreamClass.lookup(sample.Saved.class).getSerialVersionUID());
        }
        assertThat(sample.Saved.class).isAssignableTo(Serializable.class);
    }

    @Test
    void isHiddenFromTheProgramsReflection() {
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            Field[] all = rig.load("sample.Fields").getDeclaredFields();
            assertThat(Identity.hide(all))
                    .hasSize(all.length - 1)
                    .noneMatch(f -> f.getName().equals(Identity.FIELD));
            Field[] none = sample.Fields.class.getDeclaredFields();
            assertThat(Identity.hide(none)).isSameAs(none);
        }
    }
}
