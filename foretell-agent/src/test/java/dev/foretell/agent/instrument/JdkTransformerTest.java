// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Classes that are loaded already can be changed only inside their methods. */
class JdkTransformerTest {
    @Test
    void keepsTheShapeOfEveryClassThatIsOpened() throws IOException {
        for (boolean holds : new boolean[] {false, true}) {
            try (InstrumentationRig rig = InstrumentationRig.withJdk(holds, "java.util.**", "java.text.**")) {
                int changed = 0;
                for (String name : JdkTransformer.names()) {
                    byte[] original = InstrumentationRig.bytes(name);
                    byte[] opened = rig.open(name, original);
                    if (opened != null) {
                        changed++;
                        assertThat(shape(opened)).isEqualTo(shape(original));
                    }
                }
                assertThat(changed).isGreaterThan(200);
            }
        }
    }

    private static List<String> shape(byte[] classFile) {
        ParsedClass parsed = new ParsedClass(classFile);
        List<String> shape = new ArrayList<>(List.of(parsed.name + " " + parsed.access + " " + parsed.version));
        for (FieldNode field : parsed.fields) {
            shape.add(field.access + " " + field.name + " " + field.desc);
        }
        for (MethodNode method : parsed.methods) {
            shape.add(method.access + " " + method.name + method.desc);
        }
        return shape;
    }
}
