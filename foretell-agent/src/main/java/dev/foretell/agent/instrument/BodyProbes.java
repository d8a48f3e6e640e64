// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.EventKind;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * What a method does as a whole: a synchronized method holds its monitor from entry to exit, a class initialiser
 * initialises its class. Its exits are its returns and one handler for everything thrown, last in the table, so that it
 * comes after all of the method's own.
 *
 * <p>With {@link ProbeGroup#BEFORE_LOCK} there must be an instruction to insert a probe before, so a synchronized
 * method becomes an ordinary one with a synchronized block around its code.
 */
final class BodyProbes {
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final int FIRST_VERSION_WITH_CLASS_CONSTANTS = Opcodes.V1_5;

    private enum Kind {
        PLAIN,
        SYNCHRONIZED,
        INITIALIZER
    }

    private final MethodInstrumenter method;
    private final Kind kind;
    private final boolean ownsMonitor;
    /** The ranges the handler covers, start and end in turn: all but the returns behind a left monitor. */
    private final List<LabelNode> ranges = new ArrayList<>();

    private final LabelNode first = new LabelNode();
    private LabelNode start = first;
    private int site;
    private int exitSite;

    BodyProbes(MethodInstrumenter method) {
        this.method = method;
        if (method.isInitializer()) {
            kind = Kind.INITIALIZER;
        } else {
            kind = method.isSynchronized() && method.has(ProbeGroup.LOCK) ? Kind.SYNCHRONIZED : Kind.PLAIN;
        }
        ownsMonitor = kind == Kind.SYNCHRONIZED && method.has(ProbeGroup.BEFORE_LOCK);
    }

    /** Makes the sites; called before those of the instructions. */
    void begin(int line) {
        if (kind == Kind.INITIALIZER) {
            String name = method.className();
            site = method.siteAt(line, 0, EventKind.INIT_BEGIN, name);
            exitSite = method.siteAt(line, 0, EventKind.INIT_END, name);
        } else if (kind == Kind.SYNCHRONIZED) {
            site = method.siteAt(line, 0, EventKind.ACQUIRE, "");
        }
    }

    /** Called with the place of the last return, or of the last instruction, before the returns are visited. */
    void exitAt(int line, int offset) {
        if (kind == Kind.SYNCHRONIZED) {
            exitSite = method.siteAt(line, offset, EventKind.RELEASE, "");
        }
    }

    boolean isPlain() {
        return kind == Kind.PLAIN;
    }

    /** Keeps the monitor in a local: the method's code may overwrite {@code this}. */
    boolean hasMonitor() {
        return kind == Kind.SYNCHRONIZED;
    }

    void returns(AbstractInsnNode exit) {
        Snippet before = exitProbe();
        if (ownsMonitor) {
            LabelNode left = new LabelNode();
            before.var(Opcodes.ALOAD, method.monitorLocal()).op(Opcodes.MONITOREXIT);
            before.code.add(left);
            ranges.add(start);
            ranges.add(left);
            start = new LabelNode();
            Snippet after = method.snippet();
            after.code.add(start);
            method.after(exit, after);
        }
        method.before(exit, before);
    }

    private Snippet exitProbe() {
        if (kind == Kind.INITIALIZER) {
            return method.snippet().probe("exitInitializer", "", site);
        }
        return method.snippet().var(Opcodes.ALOAD, method.monitorLocal()).probe("beforeExit", OBJECT, exitSite);
    }

    /** Appends the handler, and returns the code to put before the method's own. */
    InsnList finish() {
        LabelNode handler = new LabelNode();
        LabelNode probed = new LabelNode();
        if (start == first || hasCodeBehind(start)) {
            ranges.add(start);
            ranges.add(handler);
        }
        List<TryCatchBlockNode> blocks = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i += 2) {
            blocks.add(new TryCatchBlockNode(ranges.get(i), ranges.get(i + 1), handler, null));
        }
        InsnList code = new InsnList();
        code.add(handler);
        code.add(frame());
        code.add(exitProbe().code);
        code.add(probed);
        if (ownsMonitor) {
            code.add(leaveAndThrow());
            LabelNode probeFailed = new LabelNode();
            code.add(probeFailed);
            code.add(frame());
            code.add(leaveAndThrow());
            blocks.add(new TryCatchBlockNode(handler, probed, probeFailed, null));
        } else {
            code.add(new InsnNode(Opcodes.ATHROW));
        }
        method.appendHandlers(code, List.of(), blocks);
        return entry();
    }

    /** Twice rather than shared: HotSpot's first compiler gives up on handlers that are also reached normally. */
    private InsnList leaveAndThrow() {
        return method.snippet().var(Opcodes.ALOAD, method.monitorLocal()).op(Opcodes.MONITOREXIT, Opcodes.ATHROW).code;
    }

    private static boolean hasCodeBehind(AbstractInsnNode label) {
        AbstractInsnNode node = label;
        while (node != null && !ParsedClass.isReal(node)) {
            node = node.getNext();
        }
        return node != null;
    }

    private InsnList entry() {
        Snippet entry = method.snippet();
        if (kind == Kind.INITIALIZER) {
            entry.probe("enterInitializer", "", site);
            entry.code.add(first);
            return entry.code;
        }
        int monitor = method.monitorLocal();
        if (method.isStatic()) {
            entry.code.add(ownClass());
        } else {
            entry.var(Opcodes.ALOAD, 0);
        }
        entry.var(Opcodes.ASTORE, monitor);
        if (ownsMonitor) {
            entry.var(Opcodes.ALOAD, monitor).probe("beforeEnter", OBJECT, site);
            entry.var(Opcodes.ALOAD, monitor).op(Opcodes.MONITORENTER);
            entry.code.add(first);
        }
        entry.var(Opcodes.ALOAD, monitor).probe("afterEnter", OBJECT, site);
        if (ownsMonitor) {
            method.dropSynchronized();
        } else {
            entry.code.add(first);
        }
        return entry.code;
    }

    /**
     * Older class files cannot load a class as a constant. Their version is not raised for that: the JVM checks newer
     * ones more strictly, and rejects names and strings that it accepts in old ones.
     */
    private InsnList ownClass() {
        InsnList code = new InsnList();
        if (method.majorVersion() >= FIRST_VERSION_WITH_CLASS_CONSTANTS) {
            code.add(new LdcInsnNode(Type.getObjectType(method.internalClassName())));
        } else {
            code.add(new LdcInsnNode(method.className()));
            String descriptor = "(Ljava/lang/String;)Ljava/lang/Class;";
            code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/Class", "forName", descriptor, false));
        }
        return code;
    }

    /**
     * A frame without the method's own locals, whose types are not known here. Foretell's locals are added to every
     * frame.
     */
    private static FrameNode frame() {
        Object[] stack = {"java/lang/Throwable"};
        return new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, stack);
    }
}
