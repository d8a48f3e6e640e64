// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.instrument.CallbackHook.Knows;
import dev.foretell.agent.instrument.TaskHook.Where;
import dev.foretell.agent.mode.ClassListener;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlan;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where the JDK orders threads without a call of the program: it gives tasks to other threads, runs them, makes their
 * results known, waits for them itself, and calls the program back on behalf of several threads. A wrapper around a
 * task would be seen by the program; so these places, like those of {@link JdkHooks}, get a call each.
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

    private static final LibraryHook[] HOOKS = {
        new TaskHook(POOL, " execute ", Where.ENTRY, "handOver", "java/lang/Runnable"),
        new TaskHook(POOL, " runWorker ", Where.RUN, "beginTask", null),
        // A worker that finds no more tasks is not counted any more before it leaves, and the last one ends the pool.
        new TaskHook(POOL, " getTask processWorkerExit ", Where.ENTRY, "endTask", null),
        new TaskHook(
                SCHEDULED_POOL,
                " delayedExecute reExecutePeriodic ",
                Where.ENTRY,
                "handOver",
                "java/util/concurrent/RunnableScheduledFuture"),
        new TaskHook(FUTURE_TASK, " run runAndReset ", Where.ENTRY, "beginTask", null),
        new TaskHook(FUTURE_TASK, " set setException cancel ", Where.ENTRY, "endTask", null),
        new CompletionFieldHook(FUTURE_TASK, null, "state", "I", "seeState", null),
        new TaskHook(
                COMPLETABLE,
                " completeNull completeValue completeThrowable completeRelay internalComplete ",
                Where.ENTRY,
                "endTask",
                null),
        new CompletionFieldHook(COMPLETABLE, COMPLETABLE + "$", "result", "Ljava/lang/Object;", "seeResult", "endTask"),
        // Adding a stage happens before running it.
        new TaskHook(COMPLETABLE, " tryPushStack ", Where.ENTRY, "handOver", COMPLETABLE + "$Completion"),
        new TaskHook(COMPLETABLE, " postComplete ", Where.FIRE, "beginTask", null),
        // Run later by a thread of the JDK.
        new TaskHook(COMPLETABLE + "$DelayedExecutor", " execute ", Where.ENTRY, "handOver", "java/lang/Runnable"),
        new TaskHook(FORK_JOIN_QUEUE, " push lockedPush ", Where.ENTRY, "handOverFork", FORK_JOIN_TASK),
        new TaskHook(FORK_JOIN_TASK, " doExec ", Where.ENTRY, "beginFork", null),
        new TaskHook(
                FORK_JOIN_TASK,
                " setDone trySetThrown trySetException setExceptionalCompletion ",
                Where.ENTRY,
                "endFork",
                null),
        new CompletionFieldHook(FORK_JOIN_TASK, "java/util/concurrent/ForkJoin", "status", "I", "seeStatus", null),
        new TaskHook(FORK_JOIN_TASK, " join invoke get ", Where.RETURN, "beginFork", null),
        new TaskHook(
                COMPLETER,
                " compareAndSetPendingCount weakCompareAndSetPendingCount addToPendingCount ",
                Where.ENTRY,
                "endFork",
                null),
        new CompletionFieldHook(COMPLETER, null, "pending", "I", "seePending", "endFork"),
        // A worker that finds no task may make the pool quiescent.
        new TaskHook(FORK_JOIN_POOL, " awaitWork deactivate deregisterWorker ", Where.ENTRY, "endFork", null),
        new TaskHook(
                "java/util/concurrent/DelayScheduler",
                " pend ",
                Where.ENTRY,
                "handOverFork",
                "java/util/concurrent/DelayScheduler$ScheduledForkJoinTask"),
        new TaskHook(TIMER, " sched ", Where.ENTRY, "handOver", "java/util/TimerTask"),
        new TaskHook(TIMER_THREAD, " mainLoop ", Where.RUN, "beginTask", null),
        new TaskHook(THREAD_PER_TASK, " taskComplete ", Where.ENTRY, "endTask", null),
        // What a subtask calls on its scope when it is over.
        new TaskHook(
                "java/util/concurrent/StructuredTaskScopeImpl",
                " isCancelled onComplete ",
                Where.ENTRY,
                "endTask",
                null),
        new TaskHook("java/lang/InterruptedException", " <init> ", Where.RETURN, "interrupted", null),
        new CallbackHook("java/util/concurrent/CyclicBarrier", " dowait ", " run ", Knows.THIS),
        new CallbackHook("java/util/concurrent/Phaser", " doArrive arriveAndAwaitAdvance ", " onAdvance ", Knows.THIS),
        new CallbackHook(
                "java/util/concurrent/ConcurrentHashMap",
                " compute computeIfAbsent computeIfPresent merge ",
                " apply ",
                Knows.VALUES),
        new CallbackHook(
                "java/util/stream/ForEachOps$ForEachOrderedTask",
                " onCompletion ",
                " forEach wrapAndCopyInto ",
                Knows.ROOT),
        new InnerLockHook("java/util/concurrent/PriorityBlockingQueue"),
        new InnerLockHook("java/util/concurrent/DelayQueue"),
        new CallbackHook(
                "java/util/concurrent/SubmissionPublisher$BufferedSubscription",
                " consumeNext consumeItems ",
                " onNext ",
                Knows.ITEM),
    };

    private final ClassListener listener;
    private final LibraryHook[] hooks;
    private final Set<String> changed = ConcurrentHashMap.newKeySet();

    private TaskHooks(ProbePlan plan, ClassListener listener) {
        this.listener = listener;
        hooks = Arrays.copyOf(HOOKS, HOOKS.length + 2);
        hooks[HOOKS.length] = new IdleWorkerHook(POOL, " execute ", plan.has(ProbeGroup.TIMED_WAIT));
        hooks[HOOKS.length + 1] = new IdleWorkerHook(
                SCHEDULED_POOL, " delayedExecute reExecutePeriodic ", plan.has(ProbeGroup.TIMED_WAIT));
    }

    /**
     * Adds the hooks at once: later the instrumenter may load these classes when it resolves supertypes, and what is
     * loaded from within a transformer is not transformed. Almost none of them is loaded when the agent starts, so
     * almost all get their hooks while they are loaded here; only what was there before has to be redefined.
     */
    public static void install(Instrumentation instrumentation, ProbePlan plan, ClassListener listener) {
        TaskHooks all = new TaskHooks(plan, listener);
        instrumentation.addTransformer(all, true);
        Set<Class<?>> present = new LinkedHashSet<>();
        for (LibraryHook hook : all.hooks) {
            try {
                Class<?> type = Class.forName(hook.home().replace('/', '.'), false, null);
                if (hook.concerns(hook.home() + "$")) {
                    type.getDeclaredClasses(); // loads them
                }
                if (!all.changed.contains(hook.home())) {
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
            listener.partial("java.util.concurrent", "executors cannot be observed on this JDK: " + e);
        }
    }

    private boolean isHooked(String type) {
        for (LibraryHook hook : hooks) {
            if (hook.concerns(type)) {
                return true;
            }
        }
        return false;
    }

    /** Reports hooks that found no place in this JDK. */
    private void report(String type, Set<LibraryHook> found) {
        for (LibraryHook hook : hooks) {
            if (hook.home().equals(type) && !found.contains(hook)) {
                listener.partial(
                        "the JDK",
                        "has no place for the hook in " + type.replace('/', '.') + " (" + hook.place()
                                + "), so that tasks run there seem less ordered than they are");
            }
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || name == null || !name.startsWith("java/") || !isHooked(name)) {
            return null;
        }
        Set<LibraryHook> found = Collections.newSetFromMap(new IdentityHashMap<>());
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

    /**
     * Notes that a hook has found its place. Neither a lambda, nor the hash code of a record: linking their call sites
     * costs every run of the program a third of the time that all these hooks take.
     */
    private static final class Found implements Runnable {
        private final Set<LibraryHook> all;
        private final LibraryHook hook;

        Found(Set<LibraryHook> all, LibraryHook hook) {
            this.all = all;
            this.hook = hook;
        }

        @Override
        public void run() {
            all.add(hook);
        }
    }

    private final class Hooks extends ClassVisitor {
        private final String type;
        private final Set<LibraryHook> found;

        Hooks(ClassVisitor out, String type, Set<LibraryHook> found) {
            super(Opcodes.ASM9, out);
            this.type = type;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (LibraryHook hook : hooks) {
                if (hook.concerns(type)) {
                    out = hook.in(access, name, descriptor, out, new Found(found, hook));
                }
            }
            return out;
        }
    }
}
