// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.options.AgentOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instrumented program does what it did before: same results, exceptions, messages, line numbers. */
class BehaviourTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sample.Fields",
                "sample.Arrays",
                "sample.Monitors",
                "sample.Handlers",
                "sample.Threads",
                "sample.Shapes",
                "sample.Regions",
                "sample.References"
            })
    void staysTheSameWhenRecordedHeldOrGuarded(String name) throws Exception {
        Object plain = InstrumentationRig.callPlain(Class.forName(name, true, new Untouched()), "run");
        assertThat(plain).isInstanceOf(String.class);
        try (InstrumentationRig rig = InstrumentationRig.recording()) {
            assertThat(rig.call(rig.load(name), "run")).isEqualTo(plain);
            assertThat(rig.log).isNotEmpty();
        }
        try (InstrumentationRig rig = InstrumentationRig.directing()) {
            assertThat(rig.call(rig.load(name), "run")).isEqualTo(plain);
        }
        try (InstrumentationRig rig = InstrumentationRig.watching()) {
            assertThat(rig.call(rig.load(name), "run")).isEqualTo(plain);
        }
        try (InstrumentationRig rig = InstrumentationRig.watchingExits()) {
            assertThat(rig.call(rig.load(name), "run")).isEqualTo(plain);
            assertThat(rig.log).isNotEmpty();
        }
        for (boolean holds : new boolean[] {false, true}) {
            try (InstrumentationRig rig = InstrumentationRig.of(holds, AgentOptions.Regions.METHODS)) {
                assertThat(rig.call(rig.load(name), "run")).isEqualTo(plain);
            }
        }
    }

    /** Fresh statics, like the instrumented copies have. */
    private static final class Untouched extends ClassLoader {
        Untouched() {
            super(Untouched.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("sample.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            byte[] classFile = InstrumentationRig.bytes(name);
            return loaded != null ? loaded : defineClass(name, classFile, 0, classFile.length);
        }
    }
}
