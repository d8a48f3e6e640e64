// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes the instrumentation of one class wrong, for tests of what happens then: the class that the system property
 * {@code dev.foretell.planted} names. With an exclamation mark after the name, {@link StackMapCheck} is skipped, so
 * only the JVM's own verifier detects it.
 */
record InjectedFault(boolean passes) {
    private static final String NAME = System.getProperty("dev.foretell.planted", "");

    static InjectedFault in(ParsedClass parsed) {
        String name = parsed.className();
        boolean passes = NAME.length() == name.length() + 1 && NAME.endsWith("!");
        boolean planted = NAME.startsWith(name) && (passes || NAME.length() == name.length());
        if (planted) {
            for (MethodNode method : parsed.methods) {
                forgetLocals(method);
            }
        }
        return new InjectedFault(planted && passes);
    }

    private static void forgetLocals(MethodNode method) {
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof FrameNode frame) {
                frame.local = List.of();
            }
        }
    }
}
