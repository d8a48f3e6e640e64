// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.idiom.LazyCaches;
import dev.foretell.agent.mode.ClassListener;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlaces;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.model.Equality;
import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.ModelledCall;
import dev.foretell.agent.model.Models;
import dev.foretell.probe.Identity;
import dev.foretell.trace.ClassInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites one class: probes in its methods, and the field that gives its objects an identity. Only straight-line code
 * is added, so stack maps are extended, never computed.
 */
final class Instrumenter {
    private static final int IDENTITY_ACCESS = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    /**
     * For classes of the JDK: their class files differ with the way they are read, so the version of the JVM identifies
     * them.
     */
    private static final String JDK_CHECKSUM =
            Integer.toHexString(System.getProperty("java.vm.version", "").hashCode());

    private static final int NATIVE_SYNCHRONIZED = Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED;

    private final ProbePlan plan;
    private final ClassListener listener;
    private final Selection selection;
    private final AtomicMethods atomic;
    private final LibraryModel library;
    private final JdkSelection jdkClasses;
    private final UnmodelledTypes unmodelledTypes;
    private final KnownClasses known = new KnownClasses();
    /** Owners of fields whose class file was not found, to be reported once. */
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    /** Methods without a model, likewise. */
    private final Set<String> unmodelled = ConcurrentHashMap.newKeySet();

    public Instrumenter(
            ProbePlan plan, ClassListener listener, Selection selection, AtomicMethods atomic, LibraryModel library) {
        this.plan = plan;
        this.listener = listener;
        this.selection = selection;
        this.atomic = atomic;
        this.library = library;
        this.jdkClasses = new JdkSelection(selection);
        this.unmodelledTypes = new UnmodelledTypes(library);
        library.program(new ProgramClasses(known, jdkClasses, this));
    }

    /** Returns the new class file, or null when nothing had to be changed. */
    public byte[] instrument(ClassLoader loader, byte[] classFile) {
        ParsedClass parsed = new ParsedClass(classFile);
        if ((parsed.access & Opcodes.ACC_MODULE) != 0) {
            return null;
        }
        known.add(loader, parsed.name, ClassFacts.of(parsed));
        Session session = new Session(loader, parsed);
        boolean changed = session.addProbes(parsed);
        check(parsed);
        ClassInfo info = info(parsed, session, ClassInfo.checksum(classFile));
        listener.loadedBy(loader, info.name());
        session.sites.startAt(listener.define(info));
        session.defineCalls();
        reportNative(parsed);
        if (!changed && !needsIdentity(parsed)) {
            return null;
        }
        List<String> whole = new ArrayList<>();
        while (true) {
            try {
                return write(parsed);
            } catch (MethodTooLargeException e) {
                String tooLarge = e.getMethodName() + e.getDescriptor();
                if (whole.contains(tooLarge)) {
                    throw e;
                }
                whole.add(tooLarge);
                listener.partial(
                        parsed.className() + "." + tooLarge,
                        "left as it is: with probes it would exceed the JVM's limit of 64 KB of code");
                parsed = session.repeatWithout(classFile, whole);
            }
        }
    }

    /** The same for a class of the JDK, loaded or not: nothing but the code of its methods may change. */
    byte[] instrumentJdk(byte[] classFile) {
        ParsedClass parsed = new ParsedClass(classFile);
        known.add(ClassLoader.getPlatformClassLoader(), parsed.name, ClassFacts.of(parsed));
        Session session = new Session(parsed);
        boolean changed = session.addProbes(parsed);
        check(parsed);
        session.sites.startAt(listener.define(info(parsed, session, JDK_CHECKSUM)));
        session.defineCalls();
        if (!changed) {
            return null;
        }
        ClassWriter writer = new ClassWriter(parsed.reader, ClassWriter.COMPUTE_MAXS);
        parsed.accept(writer);
        return writer.toByteArray();
    }

    /**
     * Throws when the JVM would reject the instrumented class. It then stays as it is: its sites are not defined yet.
     */
    private void check(ParsedClass parsed) {
        InjectedFault mistake = InjectedFault.in(parsed);
        for (MethodNode each : parsed.methods) {
            String problem = ((ParsedClass.Method) each).changed && !mistake.passes()
                    ? StackMapCheck.problem(parsed, each)
                    : null;
            if (problem != null) {
                throw new RejectedClassException("the verifier would refuse it with probes, " + problem);
            }
        }
    }

    JdkSelection jdkClasses() {
        return jdkClasses;
    }

    private void reportNative(ParsedClass parsed) {
        for (MethodNode method : parsed.methods) {
            if ((method.access & NATIVE_SYNCHRONIZED) == NATIVE_SYNCHRONIZED) {
                listener.partial(
                        parsed.className() + "." + method.name + method.desc,
                        "a native method takes its monitor where no probe can see it");
            }
        }
    }

    private byte[] write(ParsedClass parsed) {
        if (needsIdentity(parsed)) {
            parsed.fields.add(new FieldNode(IDENTITY_ACCESS, Identity.FIELD, "J", null, null));
        }
        ClassWriter writer = new ClassWriter(parsed.reader, ClassWriter.COMPUTE_MAXS);
        parsed.accept(writer);
        return writer.toByteArray();
    }

    /**
     * One field for each chain of instrumented classes, in the topmost. The parent is judged by its name alone, since
     * it may not be loaded yet; a wrong guess costs eight bytes, or leaves the objects to the identity table. Where
     * only accesses to fields have probes, objects without mutable fields need no identity.
     */
    private boolean needsIdentity(ParsedClass parsed) {
        if ((parsed.access & (Opcodes.ACC_INTERFACE | Opcodes.ACC_RECORD)) != 0 || parsed.superName == null) {
            return false;
        }
        if (!plan.has(ProbeGroup.LOCK) && isImmutable(parsed)) {
            return false;
        }
        String parent = parsed.superName;
        return Selection.isJdkName(parent) || selection.isForeign(parent) || !selection.isWanted(parent);
    }

    /** Whether its objects have no mutable state, and it has no subclasses that add some. */
    private static boolean isImmutable(ParsedClass parsed) {
        int constant = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
        return (parsed.access & Opcodes.ACC_FINAL) != 0
                && parsed.fields.stream().allMatch(field -> (field.access & constant) != 0);
    }

    private static ClassInfo info(ParsedClass parsed, Session session, String checksum) {
        List<String> interfaces = new ArrayList<>();
        for (String name : parsed.interfaces) {
            interfaces.add(name.replace('/', '.'));
        }
        List<ClassInfo.FieldInfo> fields = new ArrayList<>();
        for (FieldNode field : parsed.fields) {
            Integer idiom = session.caches.get(field.name);
            fields.add(new ClassInfo.FieldInfo(field.name, field.access & 0xFFFF | (idiom == null ? 0 : idiom)));
        }
        String parent = parsed.superName == null ? "" : parsed.superName.replace('/', '.');
        return new ClassInfo(parsed.className(), parent, interfaces, checksum, fields, session.sites.list());
    }

    private void reportUnmodelled(String method, String place) {
        if (unmodelled.add(method)) {
            listener.unmodelled(method, place);
        }
    }

    /** The facts about classes of the program that the library model uses. */
    private record ProgramClasses(KnownClasses known, JdkSelection jdkClasses, Instrumenter instrumenter)
            implements LibraryModel.Program {
        @Override
        public boolean declares(Class<?> type, String name, String descriptor) {
            return known.declares(type, name, descriptor);
        }

        @Override
        public boolean isInstrumented(Class<?> type) {
            return jdkClasses.any() && jdkClasses.contains(type.getName().replace('.', '/'));
        }

        @Override
        public void unmodelled(String method, String place) {
            instrumenter.reportUnmodelled(method, place);
        }

        @Override
        public Equality equality(Class<?> type) {
            return known.equality(type);
        }
    }

    /** The work on one class. */
    final class Session implements Models.Hierarchy {
        private final ClassLoader loader;
        private final String className;
        private final boolean jdk;
        /** See {@link ProbePlan#accessOwner}. */
        final String accessOwner;

        final Sites sites;
        final FieldHandles handles;
        /** Found before probes are added. */
        private final Map<String, Integer> caches;

        private final String internalName;
        private final boolean onlyOwnCaches;

        private final List<ModelledCall.Shape> calls = new ArrayList<>();
        private final List<Integer> callSites = new ArrayList<>();

        Session(ClassLoader loader, ParsedClass parsed) {
            this(loader, parsed, false, plan.accessOwner().of(parsed.className()));
        }

        /** For a class of the JDK. */
        Session(ParsedClass parsed) {
            this(ClassLoader.getPlatformClassLoader(), parsed, true, Snippet.PROBES);
        }

        private Session(ClassLoader loader, ParsedClass parsed, boolean jdk, String accessOwner) {
            this.loader = loader;
            this.accessOwner = accessOwner;
            this.jdk = jdk;
            this.className = parsed.className();
            this.sites = new Sites(className, parsed.sourceFile);
            this.handles = new FieldHandles(parsed);
            this.caches = LazyCaches.in(parsed);
            this.internalName = parsed.name;
            this.onlyOwnCaches = isClosed(parsed);
        }

        /** Whether no other class can access the private fields of a class. */
        private boolean isClosed(ParsedClass parsed) {
            boolean closed = parsed.nestHostClass == null && parsed.nestMembers == null;
            for (FieldNode field : parsed.fields) {
                boolean isPrivate = (field.access & Opcodes.ACC_PRIVATE) != 0;
                Integer idiom = caches.get(field.name);
                closed &= isPrivate || idiom == null || idiom == ClassInfo.FieldInfo.CLASS_LITERAL;
            }
            return closed;
        }

        boolean addProbes(ParsedClass parsed) {
            if (!jdk && plan.has(ProbeGroup.LOCK)) {
                MethodReferences.unfold(parsed, this);
            }
            boolean changed = false;
            for (MethodNode method : parsed.methods) {
                if (method.instructions.size() > 0 && !ToolData.isMethod(method.name)) {
                    changed |= new MethodInstrumenter(this, (ParsedClass.Method) method).run();
                }
            }
            return changed;
        }

        /** The same class once more, with the same site numbers, but some methods as they were. */
        ParsedClass repeatWithout(byte[] classFile, List<String> whole) {
            ParsedClass again = new ParsedClass(classFile);
            ParsedClass untouched = new ParsedClass(classFile);
            Session repeated = new Session(loader, again, jdk, accessOwner);
            repeated.addProbes(again);
            repeated.sites.startAt(sites.first());
            for (int i = 0; i < again.methods.size(); i++) {
                MethodNode method = again.methods.get(i);
                if (whole.contains(method.name + method.desc)) {
                    again.methods.set(i, untouched.methods.get(i));
                }
            }
            return again;
        }

        int fieldAccess(FieldInsnNode access, boolean isStatic, MethodNode method) {
            int flags = known.access(loader, access.owner, access.name, access.desc, isStatic);
            if (flags == KnownClasses.UNKNOWN && unknown.add(access.owner)) {
                listener.partial(
                        className + "." + method.name + method.desc,
                        "the class file of " + access.owner.replace('/', '.')
                                + " was not found, so accesses to its fields are not observed");
            }
            return flags;
        }

        /** The model of a call; null when there is none. */
        ModelledCall.Shape select(MethodInsnNode call, String place) {
            Models.Dispatch dispatch = switch (call.getOpcode()) {
                case Opcodes.INVOKESTATIC -> Models.Dispatch.STATIC;
                case Opcodes.INVOKEINTERFACE -> Models.Dispatch.INTERFACE;
                default -> Models.Dispatch.CLASS;
            };
            if (dispatch == Models.Dispatch.STATIC && jdkClasses.contains(call.owner)) {
                return null;
            }
            ModelledCall.Shape shape = library.models().select(call.owner, call.name, call.desc, dispatch, this);
            if (shape == null && Models.looksBlocking(call.owner, call.name, call.desc)) {
                unmodelled(call, place);
            }
            return shape;
        }

        /** Whether an object on which a method of this type is called may be one whose state has no model. */
        boolean mayUseUnmodelled(String owner) {
            return !jdk && plan.has(ProbeGroup.UNMODELLED_USE) && unmodelledTypes.mayBe(owner);
        }

        ModelledCall.Shape use(MethodInsnNode call) {
            return library.models().use(call.owner);
        }

        /** Reports a call whose effects on other threads are unknown. */
        void unmodelled(MethodInsnNode call, String place) {
            if (!jdk) {
                reportUnmodelled(call.owner.replace('/', '.') + "." + call.name, place);
            }
        }

        /** Whether a method that is referred to has a model. */
        boolean isModelled(Handle called) {
            boolean isStatic = called.getTag() == Opcodes.H_INVOKESTATIC;
            Models.Dispatch dispatch = isStatic ? Models.Dispatch.STATIC : Models.Dispatch.CLASS;
            boolean isCall = isStatic
                    || called.getTag() == Opcodes.H_INVOKEVIRTUAL
                    || called.getTag() == Opcodes.H_INVOKEINTERFACE;
            return isCall
                    && !Models.isFieldHandle(called.getOwner())
                    && library.models().select(called.getOwner(), called.getName(), called.getDesc(), dispatch, this)
                            != null;
        }

        @Override
        public Set<String> supertypes(String type) {
            return known.supertypes(loader, type);
        }

        /** {@code site} is the first of its sites. */
        void addCall(ModelledCall.Shape shape, int site) {
            calls.add(shape);
            callSites.add(site);
        }

        private void defineCalls() {
            for (int i = 0; i < calls.size(); i++) {
                library.define(calls.get(i), sites.first() + callSites.get(i));
            }
        }

        /** Constructors and class initialisers are no regions: a handler there may find an uninitialised object. */
        boolean isRegion(ParsedClass.Method method) {
            if (jdk || !plan.has(ProbeGroup.ORDER) && method.name.charAt(0) == '<') {
                return false;
            }
            return plan.has(ProbeGroup.ORDER)
                    ? atomic.contains(method)
                    : plan.places().atEndOf(className, method.name + method.desc, fileOf(method));
        }

        /** Whether a field is a cache that needs no synchronisation and that no other class can access. */
        boolean isIdiom(FieldInsnNode access) {
            return onlyOwnCaches && access.owner.equals(internalName) && caches.containsKey(access.name);
        }

        /** Whether the class is one of the JDK. */
        boolean isJdk() {
            return jdk;
        }

        boolean instrumentsJdk() {
            return jdkClasses.any();
        }

        /** Whether a call may enter an instrumented method of the JDK. */
        boolean mayEnterJdk(MethodInsnNode call) {
            if (!jdkClasses.any() || call.owner.charAt(0) == '[') {
                return false;
            }
            if (call.getOpcode() == Opcodes.INVOKESTATIC || call.name.equals("<init>")) {
                return jdkClasses.contains(call.owner);
            }
            if (call.owner.equals("java/lang/Object")) {
                return call.name.equals("equals") || call.name.equals("hashCode") || call.name.equals("toString");
            }
            if (jdkClasses.mayBe(call.owner) || Selection.isJdkName(call.owner)) {
                return jdkClasses.mayBe(call.owner);
            }
            for (String type : supertypes(call.owner.replace('/', '.'))) {
                if (jdkClasses.mayBe(type.replace('.', '/'))) {
                    return true;
                }
            }
            return false;
        }

        /** Whether the plan has a probe before an instruction. */
        boolean isProbed(ParsedClass.Method method, int line, int offset, boolean firstOfLine) {
            return plan.places() != ProbePlaces.NONE
                    && plan.places()
                            .before(className, method.name + method.desc, fileOf(method), line, offset, firstOfLine);
        }

        private static String fileOf(ParsedClass.Method method) {
            return method.owner().sourceFile == null ? "" : method.owner().sourceFile;
        }

        ProbePlan plan() {
            return plan;
        }
    }
}
