// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** The types of local variables in expanded stack maps, where a long or double is one entry for two slots. */
final class FrameLocals {
    private FrameLocals() {}

    /** Declares in every stack map of a method that the slots from {@code first} on have these types. */
    static void extend(MethodNode method, int first, Object... added) {
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof FrameNode frame) {
                List<Object> types = new ArrayList<>(frame.local);
                int slots = 0;
                for (Object type : types) {
                    slots += sizeOf(type);
                }
                for (; slots < first; slots++) {
                    types.add(Opcodes.TOP);
                }
                for (Object type : added) {
                    types.add(type);
                }
                frame.local = types;
            }
        }
    }

    /** Lets stack maps name an uninitialised object by another label. */
    static void rename(MethodNode method, LabelNode label, LabelNode by) {
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof FrameNode frame) {
                frame.local = rename(frame.local, label, by);
                frame.stack = rename(frame.stack, label, by);
            }
        }
    }

    private static List<Object> rename(List<Object> types, LabelNode label, LabelNode by) {
        if (types == null || !types.contains(label)) {
            return types;
        }
        List<Object> result = new ArrayList<>(types);
        for (int i = 0; i < result.size(); i++) {
            if (result.get(i) == label) {
                result.set(i, by);
            }
        }
        return result;
    }

    static int sizeOf(Object type) {
        return Opcodes.LONG.equals(type) || Opcodes.DOUBLE.equals(type) ? 2 : 1;
    }
}
