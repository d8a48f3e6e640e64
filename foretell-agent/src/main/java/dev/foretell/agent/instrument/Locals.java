package dev.foretell.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/** The types of local variables in expanded stack maps, where a long or double is one entry for two slots. */
final class Locals {
    private Locals() {}

    /** The same types, except that nothing is known of the slots in {@code forgotten}. */
    static List<Object> without(List<Object> types, List<Integer> forgotten) {
        List<Object> result = new ArrayList<>();
        int slot = 0;
        for (Object type : types) {
            int size = sizeOf(type);
            boolean forget = forgotten.contains(slot) || (size == 2 && forgotten.contains(slot + 1));
            for (int i = 0; forget && i < size; i++) {
                result.add(Opcodes.TOP);
            }
            if (!forget) {
                result.add(type);
            }
            slot += size;
        }
        return result;
    }

    /** Lets every stack map of a method say that the slots from {@code first} on have these types. */
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

    private static int sizeOf(Object type) {
        return Opcodes.LONG.equals(type) || Opcodes.DOUBLE.equals(type) ? 2 : 1;
    }
}
