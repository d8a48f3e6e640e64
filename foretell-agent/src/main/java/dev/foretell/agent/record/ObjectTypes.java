// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.agent.model.LockIdentity;
import dev.foretell.probe.Identity;
import dev.foretell.trace.io.DefinitionRecord;
import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;

/** Facts about runtime classes for the recorder: the offset of the identity field, and the name for locks. */
final class ObjectTypes extends ClassValue<ObjectTypes.Type> {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** A class, held weakly: the recorder must not keep the program from unloading it. */
    static final class Type extends WeakReference<Class<?>> {
        /** Matches no class. */
        static final Type NONE = new Type(null, 0);

        /** Offset of the identity field, 0 when objects of the class have none. */
        final long offset;
        /** Number of the class in the trace, and of its class object as a lock; 0 until needed. */
        private int number;

        private int mirrorNumber;

        private Type(Class<?> type, long offset) {
            super(type);
            this.offset = offset;
        }
    }

    private final DefinitionFile definitions;
    private int numbers;

    ObjectTypes(DefinitionFile definitions) {
        this.definitions = definitions;
    }

    @Override
    protected Type computeValue(Class<?> type) {
        for (Class<?> c = type; c != null && !c.isArray() && !c.isInterface(); c = c.getSuperclass()) {
            // Classes of the boot loader have no identity field, also where they are instrumented.
            if (c.getClassLoader() == null) {
                break;
            }
            try {
                // Unlike reflection this sees the field although it is hidden.
                return new Type(type, UNSAFE.objectFieldOffset(c, Identity.FIELD));
            } catch (InternalError absent) {
                continue;
            }
        }
        return new Type(type, 0);
    }

    /** The number by which the trace names a lock's class. */
    int lockType(Object lock) {
        boolean mirror = lock instanceof Class<?>;
        Class<?> named = mirror ? (Class<?>) lock : lock.getClass();
        Type type = get(named);
        int number = mirror ? type.mirrorNumber : type.number;
        return number != 0 ? number : define(type, named, mirror);
    }

    private synchronized int define(Type type, Class<?> named, boolean mirror) {
        int number = ++numbers;
        definitions.append(
                DefinitionRecord.type(number, mirror ? named.getName() + ".class" : LockIdentity.nameOf(named)));
        if (mirror) {
            type.mirrorNumber = number;
        } else {
            type.number = number;
        }
        return number;
    }
}
