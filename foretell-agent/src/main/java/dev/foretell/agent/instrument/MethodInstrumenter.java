// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.model.HandleAccess;
import dev.foretell.agent.model.ModelledCall;
import dev.foretell.trace.EventKind;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts the probes into one method. The thread's probe is fetched once, at the start, into a new local behind all others
 * (so none is renumbered, and the JVM's messages keep their names); behind it, where needed, the monitor of a
 * synchronized method, the number of regions around an atomic method, and room for arguments that must be put aside
 * during a probe.
 */
final class MethodInstrumenter {
    private static final String INTRINSIC = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

    /**
     * A method of more bytes gets no probes that serve messages only: the JVM does not compile methods of more than
     * 8000 bytes, and rejects those of more than 65535.
     */
    private static final int LARGE = 3000;

    private final Instrumenter.Session session;
    private final ParsedClass.Method method;
    private final ToolData toolData;
    private final FieldProbes fields = new FieldProbes(this);
    private final ArrayProbes arrays = new ArrayProbes(this);
    private final MonitorProbes monitors = new MonitorProbes(this);
    private final CallProbes calls = new CallProbes(this);
    private final LibraryProbes library = new LibraryProbes(this);
    private final InputProbes inputs = new InputProbes(this);
    private final TimeLimitProbes limits = new TimeLimitProbes(this);
    private final JdkEntryCalls jdkEntries = new JdkEntryCalls(this);
    private final BodyProbes body;
    /** Null when the method is no atomic region. */
    private final RegionProbes region;

    private final int firstLocal;
    private final AbstractInsnNode[] original;
    private Map<LabelNode, Integer> positions;
    private Set<AbstractInsnNode> onUninitialized = Collections.emptySet();
    private boolean changed;
    private int line = -1;
    private int offset;

    MethodInstrumenter(Instrumenter.Session session, ParsedClass.Method method) {
        this.session = session;
        this.method = method;
        this.toolData = new ToolData(method);
        this.firstLocal = method.maxLocals;
        this.original = method.instructions.toArray();
        this.body = new BodyProbes(this);
        this.region = session.isRegion(method) ? new RegionProbes(this) : null;
    }

    /** Returns whether the method has changed. */
    boolean run() {
        if (session.isJdk() && !isProbedInJdk()) {
            return false;
        }
        if (method.name.equals("<init>")) {
            onUninitialized = UninitializedThis.onUninitialized(method);
        }
        if (!body.isPlain() || region != null) {
            begin();
        }
        int next = 0;
        boolean firstOfLine = false;
        for (int i = 0; i < original.length; i++) {
            if (original[i] instanceof LineNumberNode here) {
                line = here.line;
                firstOfLine = true;
            } else if (ParsedClass.isReal(original[i])) {
                offset = method.offsets[next++];
                if (session.isProbed(method, line, offset, firstOfLine)) {
                    comesTo(original[i]);
                }
                firstOfLine = false;
                visit(original[i], i);
            }
        }
        monitors.finish();
        InsnList entry = body.isPlain() ? new InsnList() : body.finish();
        if (region != null) {
            entry.insert(region.finish(body.hasMonitor()));
        }
        if (changed) {
            finish(entry);
        }
        method.changed = changed;
        return changed;
    }

    /**
     * Stack maps name an object that is not initialised yet by the instruction that makes it, so by a label right
     * before it.
     */
    private void comesTo(AbstractInsnNode node) {
        Snippet probe = snippet().probe("comesTo", "", site(EventKind.REGION_END, ""));
        if (node.getOpcode() == Opcodes.NEW) {
            LabelNode made = new LabelNode();
            probe.code.add(made);
            for (AbstractInsnNode label = node.getPrevious();
                    label != null && !ParsedClass.isReal(label);
                    label = label.getPrevious()) {
                if (label instanceof LabelNode) {
                    FrameLocals.rename(method, (LabelNode) label, made);
                }
            }
        }
        before(node, probe);
    }

    /** Whether this method of the JDK gets probes; the JVM may have code of its own in its place. */
    private boolean isProbedInJdk() {
        return !isInitializer()
                && !isSynchronized()
                && JdkEntryCalls.callee(method.access, method.name, method.desc) >= 0
                && !ParsedClass.isAnnotated(method, INTRINSIC);
    }

    /** The sites of the whole body come first. The exit's place is that of the last return, if there is one. */
    private void begin() {
        int firstLine = -1;
        int here = -1;
        int exitLine = -1;
        int exitOffset = 0;
        boolean returns = false;
        int next = 0;
        for (AbstractInsnNode node : original) {
            if (node instanceof LineNumberNode lineNumber) {
                here = lineNumber.line;
                firstLine = firstLine < 0 ? here : firstLine;
            } else if (ParsedClass.isReal(node)) {
                int at = method.offsets[next++];
                boolean isReturn = isReturn(node.getOpcode());
                if (isReturn || !returns) {
                    exitLine = here;
                    exitOffset = at;
                    returns = isReturn;
                }
            }
        }
        if (region != null) {
            region.begin(firstLine, exitLine, exitOffset);
        }
        body.begin(firstLine);
        body.exitAt(exitLine, exitOffset);
    }

    private void visit(AbstractInsnNode node, int position) {
        int opcode = node.getOpcode();
        boolean isData = !isInitializer() && !onUninitialized.contains(node);
        if (node instanceof FieldInsnNode access) {
            if (!toolData.isField(access.name) && isData) {
                fields.add(access);
            }
        } else if (node instanceof MethodInsnNode call) {
            visitCall(call, position);
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            if (isData && !toolData.isElement(node)) {
                arrays.read(node);
            }
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            if (isData && !toolData.isElement(node)) {
                arrays.write(node);
            }
        } else if (opcode == Opcodes.MONITORENTER) {
            if (has(ProbeGroup.LOCK) && !onUninitialized.contains(node)) {
                monitors.enter(node);
            }
        } else if (opcode == Opcodes.MONITOREXIT) {
            if (has(ProbeGroup.LOCK) && !onUninitialized.contains(node)) {
                monitors.exit(node, position);
            }
        } else if (isReturn(opcode)) {
            if (!body.isPlain()) {
                body.returns(node);
            }
            if (region != null) {
                before(node, region.exit());
            }
        }
    }

    /** The JDK's own calls start no threads, and their inputs are not replayed. */
    private void visitCall(MethodInsnNode call, int position) {
        if (has(ProbeGroup.LOCK) && !session.isJdk()) {
            calls.add(call);
        }
        if (has(ProbeGroup.LOCK)) {
            library.add(call, position);
        }
        if (session.mayEnterJdk(call)) {
            jdkEntries.note(call);
        }
        if (has(ProbeGroup.ORDER) && !session.isJdk()) {
            inputs.add(call);
        }
        if (has(ProbeGroup.TIMED_WAIT) && !session.isJdk()) {
            limits.add(call);
        }
    }

    private static boolean isReturn(int opcode) {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    private void finish(InsnList entry) {
        method.instructions.insert(entry);
        InsnList fetch = new InsnList();
        if (session.isJdk()) {
            fetch.add(JdkEntryCalls.entry(JdkEntryCalls.callee(method.access, method.name, method.desc)));
        } else {
            fetch.add(new MethodInsnNode(
                    Opcodes.INVOKESTATIC,
                    has(ProbeGroup.LOCK) ? Snippet.PROBES : accessOwner(),
                    "current",
                    "()L" + Snippet.THREAD_PROBE + ";",
                    false));
        }
        fetch.add(new VarInsnNode(Opcodes.ASTORE, probeLocal()));
        method.instructions.insert(fetch);
        Object monitor = body.hasMonitor() ? "java/lang/Object" : Opcodes.TOP;
        if (region != null) {
            FrameLocals.extend(method, firstLocal, Snippet.THREAD_PROBE, monitor, Opcodes.INTEGER);
        } else if (body.hasMonitor()) {
            FrameLocals.extend(method, firstLocal, Snippet.THREAD_PROBE, monitor);
        } else {
            FrameLocals.extend(method, firstLocal, Snippet.THREAD_PROBE);
        }
    }

    /** What accesses to data call. */
    String accessOwner() {
        return session.accessOwner;
    }

    Sites sites() {
        return session.sites;
    }

    Snippet snippet() {
        return new Snippet(this);
    }

    void before(AbstractInsnNode node, Snippet snippet) {
        changed = true;
        method.instructions.insertBefore(node, snippet.code);
    }

    void after(AbstractInsnNode node, Snippet snippet) {
        changed = true;
        method.instructions.insert(node, snippet.code);
    }

    /** Puts another instruction in place of one of the original code; must be the last that is done with it. */
    void replace(AbstractInsnNode node, AbstractInsnNode by) {
        changed = true;
        method.instructions.set(node, by);
    }

    /** Adds code behind the method's own, with entries of the exception table to go before and behind all others. */
    void appendHandlers(InsnList code, List<TryCatchBlockNode> first, List<TryCatchBlockNode> last) {
        changed = true;
        method.instructions.add(code);
        method.tryCatchBlocks.addAll(0, first);
        method.tryCatchBlocks.addAll(last);
    }

    /** A new site at the current instruction. */
    int site(EventKind op, String what) {
        return siteAt(line, offset, op, what);
    }

    int siteAt(int siteLine, int siteOffset, EventKind op, String what) {
        return session.sites.add(method.name + method.desc, siteLine, siteOffset, op, what);
    }

    int probeLocal() {
        return firstLocal;
    }

    int monitorLocal() {
        return firstLocal + 1;
    }

    int regionLocal() {
        return firstLocal + 2;
    }

    /** The first of the slots that hold nothing between two instructions of the program. */
    int scratchLocal() {
        return firstLocal + (region == null ? 2 : 3);
    }

    /** An instruction of the original code. */
    AbstractInsnNode original(int position) {
        return original[position];
    }

    /** Place of a label in the original code. */
    int position(LabelNode label) {
        if (positions == null) {
            positions = new IdentityHashMap<>();
            for (int i = 0; i < original.length; i++) {
                if (original[i] instanceof LabelNode each) {
                    positions.put(each, i);
                }
            }
        }
        return positions.get(label);
    }

    /** Gives a new label the place of one that it replaces. */
    void place(LabelNode label, int position) {
        positions.put(label, position);
    }

    List<TryCatchBlockNode> tryCatchBlocks() {
        return method.tryCatchBlocks;
    }

    int fieldAccess(FieldInsnNode access, boolean isStatic) {
        return session.fieldAccess(access, isStatic, method);
    }

    /** Whether the plan has these probes. */
    boolean has(ProbeGroup group) {
        return session.plan().has(group);
    }

    /** Whether a mode that detects races as they happen leaves out a field, because its races are benign. */
    boolean isIdiom(FieldInsnNode access) {
        return !has(ProbeGroup.ORDER) && session.isIdiom(access);
    }

    /** Whether the method is one of the JDK. */
    boolean isJdk() {
        return session.isJdk();
    }

    /** Whether some methods of the JDK are instrumented. */
    boolean instrumentsJdk() {
        return session.instrumentsJdk();
    }

    boolean isInitializer() {
        return method.name.equals("<clinit>");
    }

    boolean isStatic() {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    boolean isSynchronized() {
        return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    void dropSynchronized() {
        method.access &= ~Opcodes.ACC_SYNCHRONIZED;
    }

    /** What a call on a field handle accesses, or null; nothing inside an initialiser is data. */
    HandleAccess accessed(MethodInsnNode call, int position) {
        if (isInitializer()) {
            return null;
        }
        String place = session.sites.position(method.name + method.desc, line, offset);
        HandleAccess handle = session.handles.accessed(call, position, place, this);
        if (handle == null) {
            session.unmodelled(call, place);
        }
        return handle;
    }

    ModelledCall.Shape select(MethodInsnNode call) {
        return session.select(call, session.sites.position(method.name + method.desc, line, offset));
    }

    /** Whether a call without a model gets a probe nevertheless, because its object may have no model either. */
    boolean mayUseUnmodelled(MethodInsnNode call) {
        int size = method.offsets.length == 0 ? 0 : method.offsets[method.offsets.length - 1];
        return call.getOpcode() != Opcodes.INVOKESTATIC
                && call.getOpcode() != Opcodes.INVOKESPECIAL
                && !isInitializer()
                && size < LARGE
                && session.mayUseUnmodelled(call.owner);
    }

    ModelledCall.Shape use(MethodInsnNode call) {
        return session.use(call);
    }

    void addCall(ModelledCall.Shape shape, int site) {
        session.addCall(shape, site);
    }

    int majorVersion() {
        return method.owner().majorVersion();
    }

    String name() {
        return method.name;
    }

    String descriptor() {
        return method.desc;
    }

    String className() {
        return method.owner().className();
    }

    String internalClassName() {
        return method.owner().name;
    }
}
