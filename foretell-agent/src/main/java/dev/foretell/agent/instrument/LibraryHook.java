// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** One probe inside the JDK. */
interface LibraryHook {
    /** The class in which it must find a place; its absence there is reported. */
    String home();

    /** The name of the place, for the message when it is missing. */
    String place();

    default boolean concerns(String type) {
        return type.equals(home());
    }

    /**
     * The method with the hook.
     *
     * @param found to be run for each place where the hook could be put
     * @return {@code out} itself when the hook does not concern the method
     */
    MethodVisitor in(int access, String name, String descriptor, MethodVisitor out, Runnable found);

    static void call(MethodVisitor out, String probe, String descriptor) {
        out.visitMethodInsn(Opcodes.INVOKESTATIC, Snippet.PROBES, probe, descriptor, false);
    }
}
