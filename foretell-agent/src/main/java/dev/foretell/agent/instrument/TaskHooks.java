package dev.foretell.agent.instrument;

import dev.foretell.agent.AgentMode;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Where the JDK gives tasks to other threads, runs them, and makes their results known. No call of the program is near, and a
 * wrapper around the task would be seen by the program; so these places, like those of {@link JdkHooks}, get a call each.
 *
 * <p>A hook that finds no place loses an order between threads, so it is reported.
 */
public final class TaskHooks implements ClassFileTransformer {
    private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
    private static final String SCHEDULED_POOL = "java/util/concurrent/ScheduledThreadPoolExecutor";
    private static final String FUTURE_TASK = "java/util/concurrent/FutureTask";
    private static final String COMPLETABLE = "java/util/concurrent/CompletableFuture";
    private static final String FORK_JOIN_TASK = "java/util/concurrent/ForkJoinTask";
    private static final String FORK_JOIN_POOL = "java/util/concurrent/ForkJoinPool";
    private static final String FORK_JOIN_QUEUE = "java/util/concurrent/ForkJoinPool$WorkQueue";
    private static final String COMPLETER = "java/util/concurrent/CountedCompleter";
    private static final String TIMER = "java/util/Timer";
    private static final String TIMER_THREAD = "java/util/TimerThread";
    private static final String THREAD_PER_TASK = "java/util/concurrent/ThreadPerTaskExecutor";

    private enum Where {
        /** At the method's entry. */
        ENTRY,
        /** Before it returns. */
        RETURN,
        /** Before it calls {@code run()} on the task. */
        RUN
    }

    /**
     * A place and what is told there.
     *
     * @param methods names of methods, in blanks; only those that have such a parameter, when there is one
     * @param parameter the type of the parameter that is told, null for {@code this}
     */
    private record Place(String type, String methods, Where where, String probe, String parameter) {
        boolean covers(String method, int access) {
            return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0 && methods.contains(" " + method + " ");
        }
    }

    private static final Place[] PLACES = {
        new Place(POOL, " execute ", Where.ENTRY, "handOver", "java/lang/Runnable"),
        new Place(POOL, " runWorker ", Where.RUN, "beginTask", null),
        // A worker that finds no more tasks is not counted any more before it leaves, and whoever is the last ends the
        // pool.
        new Place(POOL, " getTask processWorkerExit ", Where.ENTRY, "endTask", null),
        new Place(
                SCHEDULED_POOL,
                " delayedExecute reExecutePeriodic ",
                Where.ENTRY,
                "handOver",
                "java/util/concurrent/RunnableScheduledFuture"),
        new Place(FUTURE_TASK, " run runAndReset ", Where.ENTRY, "beginTask", null),
        new Place(FUTURE_TASK, " set setException cancel ", Where.ENTRY, "endTask", null),
        new Place(
                COMPLETABLE,
                " completeNull completeValue completeThrowable completeRelay internalComplete obtrudeValue"
                        + " obtrudeException ",
                Where.ENTRY,
                "endTask",
                null),
        new Place(FORK_JOIN_QUEUE, " push lockedPush ", Where.ENTRY, "handOverFork", FORK_JOIN_TASK),
        new Place(FORK_JOIN_TASK, " doExec ", Where.ENTRY, "beginFork", null),
        new Place(
                FORK_JOIN_TASK,
                " setDone trySetThrown trySetException setExceptionalCompletion ",
                Where.ENTRY,
                "endFork",
                null),
        new Place(FORK_JOIN_TASK, " join invoke get ", Where.RETURN, "beginFork", null),
        new Place(COMPLETER, " tryComplete propagateCompletion complete ", Where.ENTRY, "endCompleter", null),
        new Place(FORK_JOIN_POOL, " deregisterWorker ", Where.ENTRY, "endFork", null),
        new Place(TIMER, " sched ", Where.ENTRY, "handOver", "java/util/TimerTask"),
        new Place(TIMER_THREAD, " mainLoop ", Where.RUN, "beginTask", null),
        new Place(THREAD_PER_TASK, " taskComplete ", Where.ENTRY, "endTask", null),
    };

    private final AgentMode mode;
    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    private TaskHooks(AgentMode mode) {
        this.mode = mode;
    }

    /**
     * Adds the hooks, right now: later these classes may be loaded by the instrumenter, which looks at their parents, and what is
     * loaded from within a transformer is not transformed. Almost none of them is loaded when the agent starts, so almost
     * all get their hooks while they are loaded here; only what was there before has to be redefined.
     */
    public static void install(Instrumentation instrumentation, AgentMode mode) {
        TaskHooks hooks = new TaskHooks(mode);
        instrumentation.addTransformer(hooks, true);
        Set<Class<?>> present = new LinkedHashSet<>();
        for (Place place : PLACES) {
            try {
                Class<?> type = Class.forName(place.type.replace('/', '.'), false, null);
                if (!hooks.changed.contains(place.type)) {
                    present.add(type);
                }
            } catch (ClassNotFoundException e) {
                continue; // virtual threads, and what belongs to them, are not in every JDK
            }
        }
        try {
            if (!present.isEmpty()) {
                instrumentation.retransformClasses(present.toArray(new Class<?>[0]));
            }
        } catch (UnmodifiableClassException | LinkageError e) {
            mode.partial("java.util.concurrent", "executors cannot be observed on this JDK: " + e);
        }
    }

    private static boolean hasPlace(String type) {
        for (Place place : PLACES) {
            if (place.type.equals(type)) {
                return true;
            }
        }
        return false;
    }

    /** Tells the mode of hooks that found no place in this JDK. */
    private void report(String type, Set<Place> found) {
        for (Place place : PLACES) {
            if (place.type.equals(type) && !found.contains(place)) {
                mode.partial(
                        "the JDK",
                        "has no place for the hook in " + place.type.replace('/', '.') + " (" + place.methods.strip()
                                + "), so that tasks run there seem less ordered than they are");
            }
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || name == null || !name.startsWith("java/util/") || !hasPlace(name)) {
            return null;
        }
        Set<Place> found = new HashSet<>();
        try {
            ClassReader reader = new ClassReader(classFile);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Hooks(writer, name, found), 0);
            byte[] hooked = writer.toByteArray();
            changed.add(name);
            report(name, found);
            return hooked;
        } catch (Throwable e) {
            report(name, Set.of());
            return null;
        }
    }

    private static final class Hooks extends ClassVisitor {
        private final String type;
        private final Set<Place> found;

        Hooks(ClassVisitor out, String type, Set<Place> found) {
            super(Opcodes.ASM9, out);
            this.type = type;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (Place place : PLACES) {
                int local = place.type.equals(type) && place.covers(name, access) ? local(place, descriptor) : -1;
                if (local >= 0) {
                    return new Hook(out, place, local, found);
                }
            }
            return out;
        }

        /** The local variable with what is told, -1 when there is none. */
        private static int local(Place place, String descriptor) {
            int local = 0;
            if (place.parameter == null) {
                return local;
            }
            local++;
            for (Type parameter : Type.getArgumentTypes(descriptor)) {
                if (parameter.getSort() == Type.OBJECT
                        && parameter.getInternalName().equals(place.parameter)) {
                    return local;
                }
                local += parameter.getSize();
            }
            return -1;
        }
    }

    /** One method of the JDK with one call added. */
    private static final class Hook extends MethodVisitor {
        private final Place place;
        private final int local;
        private final Set<Place> found;

        Hook(MethodVisitor out, Place place, int local, Set<Place> found) {
            super(Opcodes.ASM9, out);
            this.place = place;
            this.local = local;
            this.found = found;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (place.where == Where.ENTRY) {
                super.visitVarInsn(Opcodes.ALOAD, local);
                tell();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (place.where == Where.RETURN && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                super.visitVarInsn(Opcodes.ALOAD, local);
                tell();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (place.where == Where.RUN && name.equals("run") && descriptor.equals("()V")) {
                super.visitInsn(Opcodes.DUP);
                tell();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void tell() {
            found.add(place);
            if (place.probe.equals("endCompleter")) {
                String root = "()L" + COMPLETER + ";";
                super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, COMPLETER, "getRoot", root, false);
            }
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Snippet.PROBES, place.probe, "(Ljava/lang/Object;)V", false);
        }
    }
}
