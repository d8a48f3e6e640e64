// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.EventKind;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Synchronized blocks.
 *
 * <p>A probe never throws by itself, but when the stack is nearly full its call may raise a StackOverflowError, and
 * then every monitor must still be left. Two measures ensure that. The probe after an entry is put inside the handler
 * that leaves the monitor, which compilers let begin right behind the entry. And that handler covers itself in all
 * compilers' code, which is harmless as long as it contains nothing that can fail: with a probe in it, it would call
 * itself without end. So the probe there gets a handler of its own, which only leaves the monitor and throws on.
 */
final class MonitorProbes {
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final int FIRST_VERSION_WITH_FRAMES = Opcodes.V1_6;

    private final MethodInstrumenter method;
    private final List<TryCatchBlockNode> innermost = new ArrayList<>();
    private final List<TryCatchBlockNode> outermost = new ArrayList<>();
    private final InsnList handlers = new InsnList();

    MonitorProbes(MethodInstrumenter method) {
        this.method = method;
    }

    void enter(AbstractInsnNode entry) {
        int site = method.site(EventKind.ACQUIRE, "");
        Snippet before = method.snippet();
        if (method.has(ProbeGroup.BEFORE_LOCK)) {
            before.op(Opcodes.DUP).probe("beforeEnter", OBJECT, site);
        }
        method.before(entry, before.op(Opcodes.DUP));
        LabelNode held = new LabelNode();
        startRangesAt(held, entry);
        Snippet after = method.snippet();
        after.code.add(held);
        method.after(entry, after.probe("afterEnter", OBJECT, site));
    }

    private void startRangesAt(LabelNode held, AbstractInsnNode entry) {
        for (AbstractInsnNode next = entry.getNext();
                next != null && !ParsedClass.isReal(next);
                next = next.getNext()) {
            for (TryCatchBlockNode block : method.tryCatchBlocks()) {
                if (block.start == next) {
                    method.place(held, method.position(block.start));
                    block.start = held;
                }
            }
        }
    }

    /** {@code position} is that of the instruction in the original code. */
    void exit(AbstractInsnNode exit, int position) {
        int site = method.site(EventKind.RELEASE, "");
        AbstractInsnNode load = exit.getPrevious();
        boolean inOwnHandler = false;
        for (TryCatchBlockNode block : method.tryCatchBlocks()) {
            inOwnHandler |= covers(block, position) && coversItself(block);
        }
        if (inOwnHandler && load.getOpcode() == Opcodes.ALOAD) {
            boolean hasFrames = method.majorVersion() >= FIRST_VERSION_WITH_FRAMES;
            List<TryCatchBlockNode> around = around(position);
            FrameNode frame = hasFrames ? frame((VarInsnNode) load, around) : null;
            if (frame != null || !hasFrames) {
                coveredExit((VarInsnNode) load, around, site, frame);
                return;
            }
        }
        method.before(exit, method.snippet().op(Opcodes.DUP).probe("beforeExit", OBJECT, site));
    }

    private boolean covers(TryCatchBlockNode block, int position) {
        return method.position(block.start) <= position && position < method.position(block.end);
    }

    private boolean coversItself(TryCatchBlockNode block) {
        return covers(block, method.position(block.handler));
    }

    /** The handlers that take what is thrown at this place, except those that cover themselves. */
    private List<TryCatchBlockNode> around(int position) {
        List<TryCatchBlockNode> result = new ArrayList<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks()) {
            if (covers(block, position) && !coversItself(block)) {
                result.add(block);
            }
        }
        return result;
    }

    /**
     * The stack map of the new handler, which loads the monitor from where {@code load} does; null when it is not
     * known.
     */
    private FrameNode frame(VarInsnNode load, List<TryCatchBlockNode> around) {
        LocalTypes locals = LocalTypes.before(load, method);
        for (TryCatchBlockNode block : around) {
            if (locals == null || !locals.fill(block.handler)) {
                return null;
            }
        }
        return locals == null ? null : locals.inHandler(load.var);
    }

    private void coveredExit(VarInsnNode load, List<TryCatchBlockNode> around, int site, FrameNode frame) {
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        Snippet before = method.snippet();
        before.code.add(start);
        before.var(Opcodes.ALOAD, load.var).probe("beforeExit", OBJECT, site);
        before.code.add(end);
        method.before(load, before);

        LabelNode handler = new LabelNode();
        LabelNode handlerEnd = new LabelNode();
        innermost.add(new TryCatchBlockNode(start, end, handler, null));
        handlers.add(handler);
        if (frame != null) {
            handlers.add(frame);
        }
        handlers.add(new VarInsnNode(Opcodes.ALOAD, load.var));
        handlers.add(new InsnNode(Opcodes.MONITOREXIT));
        handlers.add(new InsnNode(Opcodes.ATHROW));
        handlers.add(handlerEnd);
        for (TryCatchBlockNode block : around) {
            outermost.add(new TryCatchBlockNode(handler, handlerEnd, block.handler, block.type));
        }
    }

    /** Puts the handlers behind the method's code. */
    void finish() {
        if (!innermost.isEmpty()) {
            method.appendHandlers(handlers, innermost, outermost);
        }
    }
}
