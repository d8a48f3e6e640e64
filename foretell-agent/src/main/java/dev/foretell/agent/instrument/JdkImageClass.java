// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The class file of a loaded class of the JDK, with its stack maps. The JVM does not verify classes of the boot loader,
 * so it forgets their stack maps when it loads them from anywhere but its archive, and what it then hands out for a
 * redefinition has none. Probes cannot be placed without. The runtime image has the whole file; it is taken when its
 * code is that of the loaded class, so that what another agent has changed is not undone.
 */
final class JdkImageClass {
    private JdkImageClass() {}

    /** The file from the image, or what is given when that has stack maps or other code. */
    static byte[] withStackMaps(String name, byte[] loaded) throws IOException {
        if (hasStackMaps(loaded)) {
            return loaded;
        }
        try (InputStream in = Object.class.getResourceAsStream("/" + name + ".class")) {
            byte[] image = in == null ? loaded : in.readAllBytes();
            return code(image).equals(code(loaded)) ? image : loaded;
        }
    }

    private static boolean hasStackMaps(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, ClassReader.SKIP_DEBUG);
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode node : method.instructions) {
                if (node instanceof FrameNode) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What each method does, whatever constants and attributes are around it. */
    private static Map<String, ByteBuffer> code(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Map<String, ByteBuffer> code = new HashMap<>();
        for (MethodNode method : type.methods) {
            MethodNode bare = new MethodNode(Opcodes.ASM9, method.access, method.name, method.desc, null, null);
            bare.instructions = method.instructions;
            bare.tryCatchBlocks = method.tryCatchBlocks;
            bare.maxLocals = method.maxLocals;
            bare.maxStack = method.maxStack;
            ClassWriter alone = new ClassWriter(0);
            alone.visit(Opcodes.V17, 0, type.name, null, null, null);
            bare.accept(alone);
            code.put(method.name + method.desc, ByteBuffer.wrap(alone.toByteArray()));
        }
        return code;
    }
}
