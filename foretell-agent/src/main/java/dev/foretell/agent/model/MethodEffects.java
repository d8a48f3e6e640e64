// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import java.util.List;
import jdk.internal.misc.Unsafe;

/** The effects of a method when it is called on an object of one class. */
final class MethodEffects {
    static final MethodEffects NONE = new MethodEffects(List.of(), null);

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NO_FIELD = -1;

    final Effect[] effects;
    /**
     * READ or WRITE when a plain access to the content of {@code this} is all it does, the most frequent case by far;
     * else null.
     */
    final EventKind plainAccess;

    /**
     * Whether objects of the class have {@link UnmodelledState}, and none is known to be shared yet. Written without
     * synchronisation: a thread that reads a stale value only checks once more.
     */
    boolean reportsSharing;

    private final long[] offsets;

    /**
     * {@code type} is the class of {@code this}; null for a static method. An effect on a field that is not there is
     * dropped.
     */
    MethodEffects(List<Effect> effects, Class<?> type) {
        this.effects = effects.toArray(new Effect[0]);
        this.offsets = new long[this.effects.length];
        this.plainAccess = effects.size() == 1 ? this.effects[0].plainAccess() : null;
        for (int i = 0; i < offsets.length; i++) {
            String field = this.effects[i].field();
            offsets[i] = field.isEmpty() ? 0 : offset(type, field);
        }
    }

    private static long offset(Class<?> type, String field) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            try {
                return UNSAFE.objectFieldOffset(c, field);
            } catch (InternalError absent) {
                continue;
            }
        }
        return NO_FIELD;
    }

    boolean isNothing() {
        return effects.length == 0;
    }

    /** The object of an effect, as far as it is known; null when there is none. */
    Object subject(int effect, Object receiver, Object argument, Object result) {
        return switch (effects[effect].subject()) {
            case THIS -> {
                long offset = offsets[effect];
                yield offset == 0 ? receiver : offset < 0 ? null : UNSAFE.getReference(receiver, offset);
            }
            case ARGUMENT -> argument;
            case RESULT -> result;
            case THREAD -> Thread.currentThread();
            case NONE -> null;
        };
    }
}
