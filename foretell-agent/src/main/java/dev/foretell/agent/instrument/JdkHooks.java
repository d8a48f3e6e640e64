// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.mode.ClassListener;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The few methods of the JDK that call a probe: the start, interruption and end of threads, the end of the program,
 * uncaught exceptions, errors of linking, and reflection over fields, which must not show the injected one. Each hook
 * is one call; nothing else of the JDK is touched.
 *
 * <p>The start of a platform thread is announced right before the native call that makes it, where {@code start()} and
 * the JDK's own way in have each checked that this is the first start: so every start is announced exactly once.
 *
 * <p>Stays registered as a transformer: when another agent has these classes transformed again, the JVM begins with the
 * original ones, and the hooks have to be added again.
 */
public final class JdkHooks implements ClassFileTransformer {
    private static final String THREAD = "java/lang/Thread";
    private static final String THREAD_GROUP = "java/lang/ThreadGroup";
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String REFLECTION = "jdk/internal/reflect/Reflection";
    private static final String LINKAGE_ERROR = "java/lang/LinkageError";
    private static final String THREAD_ARGUMENT = "(Ljava/lang/Thread;)V";
    private static final String UNCAUGHT = "(Ljava/lang/Thread;Ljava/lang/Throwable;)V";
    private static final String FIELDS = "[Ljava/lang/reflect/Field;";

    private final Set<String> inPlace = ConcurrentHashMap.newKeySet();

    /** Adds the hooks, and reports those that find no place in this JDK. */
    public static void install(Instrumentation instrumentation, ClassListener listener) {
        JdkHooks hooks = new JdkHooks();
        instrumentation.addTransformer(hooks, true);
        List<Class<?>> classes = new ArrayList<>();
        addIfPresent(classes, THREAD);
        addIfPresent(classes, THREAD_GROUP);
        addIfPresent(classes, RUNTIME);
        addIfPresent(classes, REFLECTION);
        addIfPresent(classes, LINKAGE_ERROR);
        boolean virtualThreads = addIfPresent(classes, VIRTUAL_THREAD);
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | LinkageError e) {
            listener.partial("java.lang.Thread", "cannot be observed on this JDK: " + e);
        }
        hooks.expect("start", "the start of threads by code that is not instrumented is not seen", listener);
        hooks.expect("exit", "the end of threads is not seen", listener);
        hooks.expect("leaving", "exceptions that the program's own handlers take are not seen", listener);
        hooks.expect("shutdown", "schedules of programs that end themselves can often not be followed", listener);
        hooks.expect("uncaught", "uncaught exceptions are not seen", listener);
        hooks.expect("interrupt", "what a thread did before it interrupted another seems unordered", listener);
        hooks.expect(
                "fields", "the program's reflection sees the field " + dev.foretell.probe.Identity.FIELD, listener);
        hooks.expect("linkage", "a class that the JVM refuses because of its probes is not noticed", listener);
        if (virtualThreads) {
            hooks.expect("virtual start", "the start of virtual threads is not seen", listener);
            hooks.expect("virtual exit", "the end of virtual threads is not seen", listener);
            hooks.expect(
                    "virtual interrupt",
                    "what a thread did before it interrupted a virtual one seems unordered",
                    listener);
        }
    }

    private static boolean addIfPresent(List<Class<?>> classes, String name) {
        try {
            return classes.add(Class.forName(name.replace('/', '.'), false, null));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private void expect(String hook, String consequence, ClassListener listener) {
        if (!inPlace.contains(hook)) {
            listener.partial("the JDK", "has no place for the hook \"" + hook + "\", so " + consequence);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || redefined == null || name == null) {
            return null;
        }
        if (!name.equals(THREAD)
                && !name.equals(THREAD_GROUP)
                && !name.equals(VIRTUAL_THREAD)
                && !name.equals(RUNTIME)
                && !name.equals(LINKAGE_ERROR)
                && !name.equals(REFLECTION)) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(classFile);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Hooks(writer, name), 0);
            return writer.toByteArray();
        } catch (Throwable e) {
            return null; // the missing hooks are reported by install
        }
    }

    /** Picks the methods; all others are copied as they are. */
    private final class Hooks extends ClassVisitor {
        private final String className;

        Hooks(ClassVisitor out, String className) {
            super(Opcodes.ASM9, out);
            this.className = className;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            switch (className) {
                case THREAD -> {
                    return threadMethod(out, name, descriptor);
                }
                case THREAD_GROUP -> {
                    boolean handles = name.equals("uncaughtException") && descriptor.equals(UNCAUGHT);
                    return handles ? new Hook(out, "uncaught") : out;
                }
                case VIRTUAL_THREAD -> {
                    return virtualThreadMethod(out, name, descriptor);
                }
                case RUNTIME -> {
                    boolean ends = (name.equals("exit") || name.equals("halt")) && descriptor.equals("(I)V");
                    return ends ? new Hook(out, "shutdown") : out;
                }
                case LINKAGE_ERROR -> {
                    return name.equals("<init>") ? new Hook(out, "linkage") : out;
                }
                default -> {
                    boolean filters = name.equals("filterFields") && descriptor.endsWith(FIELDS);
                    return filters ? new Hook(out, "fields") : out;
                }
            }
        }

        private MethodVisitor threadMethod(MethodVisitor out, String name, String descriptor) {
            if (name.equals("start")) {
                return new Hook(out, "start");
            }
            if (name.equals("exit") && descriptor.equals("()V")) {
                return new Hook(out, "exit");
            }
            if (name.equals("interrupt") && descriptor.equals("()V")) {
                return new Hook(out, "interrupt");
            }
            if (name.equals("dispatchUncaughtException") && descriptor.equals("(Ljava/lang/Throwable;)V")) {
                return new Hook(out, "leaving");
            }
            return out;
        }

        private MethodVisitor virtualThreadMethod(MethodVisitor out, String name, String descriptor) {
            if (name.equals("start") && !descriptor.equals("()V")) {
                return new Hook(out, "virtual start");
            }
            if (name.equals("interrupt") && descriptor.equals("()V")) {
                return new Hook(out, "virtual interrupt");
            }
            if (name.equals("run") && descriptor.equals("(Ljava/lang/Runnable;)V")) {
                return new Hook(out, "virtual exit");
            }
            return out;
        }
    }

    /** One method of the JDK with one call added. */
    private final class Hook extends MethodVisitor {
        private final String hook;
        private boolean printing;

        Hook(MethodVisitor out, String hook) {
            super(Opcodes.ASM9, out);
            this.hook = hook;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (hook.equals("exit")) {
                callWithThis("exiting");
            } else if (hook.endsWith("interrupt")) {
                callWithThis("interrupting");
            } else if (hook.equals("shutdown")) {
                call(Snippet.PROBES, "shuttingDown", "()V");
            } else if (hook.equals("leaving")) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                call(Snippet.PROBES, "leaving", UNCAUGHT);
            }
        }

        /** What prints an exception begins with the stream. */
        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (hook.equals("uncaught") && name.equals("err") && !printing) {
                printing = true;
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitVarInsn(Opcodes.ALOAD, 2);
                call(Snippet.PROBES, "uncaught", UNCAUGHT);
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean starts = (hook.equals("start") && name.equals("start0"))
                    || (hook.equals("virtual start") && name.equals("setThreadContainer"));
            if (starts) {
                callWithThis("starting");
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN && hook.equals("virtual exit")) {
                callWithThis("exiting");
            } else if (opcode == Opcodes.RETURN && hook.equals("linkage")) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call(Snippet.PROBES, "linkageError", "(Ljava/lang/Throwable;)V");
            } else if (opcode == Opcodes.ARETURN && hook.equals("fields")) {
                call("dev/foretell/probe/Identity", "hide", "(" + FIELDS + ")" + FIELDS);
            }
            super.visitInsn(opcode);
        }

        private void callWithThis(String probe) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            call(Snippet.PROBES, probe, THREAD_ARGUMENT);
        }

        private void call(String owner, String name, String descriptor) {
            inPlace.add(hook);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
        }
    }
}
