// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.trace.EventKind;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * A method that is an atomic region from its entry to each of its exits, around all that {@link BodyProbes} does: its
 * handler is the last of all.
 *
 * <p>At an exit the thread's number of regions is put back by a store, to what the entry found; only then the probe is
 * called, whose call may fail for lack of stack. The handler covers the exits too: doing all this twice does no harm.
 */
final class RegionProbes {
    private final MethodInstrumenter method;
    private final LabelNode first = new LabelNode();
    private int site;
    private int exitSite;
    /** The same, unless the mode has to know whether an exception was thrown. */
    private int thrownSite;

    RegionProbes(MethodInstrumenter method) {
        this.method = method;
    }

    /** Makes the sites; called before those of the body. */
    void begin(int line, int exitLine, int exitOffset) {
        String name = method.className() + '.' + method.name();
        site = method.siteAt(line, 0, EventKind.REGION_BEGIN, name);
        exitSite = method.siteAt(exitLine, exitOffset, EventKind.REGION_END, name);
        thrownSite = exitSite;
        if (!method.has(ProbeGroup.ORDER)) {
            thrownSite = method.siteAt(exitLine, exitOffset, EventKind.REGION_END, name + '!');
        }
    }

    Snippet exit() {
        return exit(exitSite);
    }

    private Snippet exit(int at) {
        Snippet exit = method.snippet();
        exit.var(Opcodes.ALOAD, method.probeLocal()).var(Opcodes.ILOAD, method.regionLocal());
        exit.code.add(new FieldInsnNode(Opcodes.PUTFIELD, Snippet.THREAD_PROBE, "regions", "I"));
        return exit.probe("regionEnd", "", at);
    }

    /**
     * Appends the handler, and returns the code to put before all other. It gives the monitor's local a value because
     * that is in every stack map, also in the one of this handler, which the monitor does not enclose.
     */
    InsnList finish(boolean hasMonitor) {
        LabelNode handler = new LabelNode();
        InsnList code = new InsnList();
        code.add(handler);
        code.add(new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
        code.add(exit(thrownSite).op(Opcodes.ATHROW).code);
        method.appendHandlers(code, List.of(), List.of(new TryCatchBlockNode(first, handler, handler, null)));
        Snippet entry = method.snippet().probeForInt("regionBegin", site);
        entry.var(Opcodes.ISTORE, method.regionLocal());
        if (hasMonitor) {
            entry.op(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, method.monitorLocal());
        }
        entry.code.add(first);
        return entry.code;
    }
}
