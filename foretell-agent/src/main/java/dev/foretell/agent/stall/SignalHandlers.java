// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import dev.foretell.probe.AgentThread;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * Whether a signal can wake the program: by a handler of its own, or by a shutdown hook, as in a server that waits for
 * ever in its main method. Hooks of the JDK's logging and of a coverage agent wake no thread.
 */
final class SignalHandlers {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private SignalHandlers() {}

    /** True also when it is unknown. */
    static boolean wake() {
        try {
            return hasHook() || hasHandler();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return true;
        }
    }

    private static Object read(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        return UNSAFE.getReferenceVolatile(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
    }

    private static boolean hasHook() throws ReflectiveOperationException {
        IdentityHashMap<?, ?> hooks =
                (IdentityHashMap<?, ?>) read(Class.forName("java.lang.ApplicationShutdownHooks"), "hooks");
        if (hooks == null) {
            return true; // the JVM is shutting down
        }
        List<Object> copy = new ArrayList<>(hooks.keySet());
        for (Object hook : copy) {
            if (!(hook instanceof AgentThread) && !isHarmless(hook.getClass()) && !isHarmless(taskOf(hook))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isHarmless(Class<?> type) {
        return type != null
                && (type.getName().startsWith("java.util.logging.")
                        || type.getName().startsWith("org.jacoco."));
    }

    /** The class of a thread's task; null when it is not known. */
    private static Class<?> taskOf(Object thread) {
        Object task;
        try {
            task = UNSAFE.getReference(thread, UNSAFE.objectFieldOffset(Thread.class, "target"));
        } catch (InternalError newer) {
            Object holder = UNSAFE.getReference(thread, UNSAFE.objectFieldOffset(Thread.class, "holder"));
            task = holder == null
                    ? null
                    : UNSAFE.getReference(holder, UNSAFE.objectFieldOffset(holder.getClass(), "task"));
        }
        return task == null ? null : task.getClass();
    }

    private static boolean hasHandler() throws ReflectiveOperationException {
        Map<?, ?> handlers = (Map<?, ?>) read(Class.forName("jdk.internal.misc.Signal"), "handlers");
        List<Object> copy = new ArrayList<>(handlers.values());
        for (Object handler : copy) {
            if (!handler.getClass().getName().startsWith("java.lang.Terminator")) {
                return true;
            }
        }
        return false;
    }
}
