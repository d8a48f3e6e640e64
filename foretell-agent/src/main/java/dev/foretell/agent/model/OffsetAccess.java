// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.lang.reflect.Array;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * A call that is given an object and an offset in it, {@code UNSAFE.getObjectVolatile(buffer, base + (i << shift))}:
 * which element or field it accesses is decided when it is made. Elements are computed; fields are those that the class
 * of the call has offsets of. The offset has to be that of the element or field exactly, else it is neither.
 */
final class OffsetAccess {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** Not computed yet. */
    private static final long UNKNOWN = -1;
    /** No such field: equal to no offset. */
    private static final long ABSENT = -2;
    /** Stands for offsets that are longer than an int can hold. */
    private static final int TOO_FAR = -1;

    private final ModelledCall element;
    /** The kind of array that {@link #element} is about: where its elements begin, and how far apart they are. */
    private final Class<?> array;

    private final int base;
    private final int scale;

    private final ModelledCall[] fields;
    private final String[] owners;
    private final String[] names;
    /** By field; the class of the call means one class by a name, so one offset. Threads may compute it twice. */
    private final long[] offsets;

    private final String method;
    private final String place;
    private boolean reported;

    /** The sites of its alternatives follow each other, {@code first} being that of the first one. */
    OffsetAccess(ModelledCall.Shape shape, int first) {
        List<HandleAccess> either = shape.accessed().alternatives();
        int sites = shape.sites().size();
        element = new ModelledCall(shape.by(either.get(0)), first);
        array = array(either.get(0).name());
        base = measure("arrayBaseOffset", array);
        scale = measure("arrayIndexScale", array);
        int count = either.size() - 1;
        fields = new ModelledCall[count];
        owners = new String[count];
        names = new String[count];
        offsets = new long[count];
        for (int i = 0; i < count; i++) {
            HandleAccess field = either.get(i + 1);
            int dot = field.name().lastIndexOf('.');
            fields[i] = new ModelledCall(shape.by(field), first + (i + 1) * sites);
            owners[i] = field.name().substring(0, dot);
            names[i] = field.name().substring(dot + 1);
            offsets[i] = UNKNOWN;
        }
        method = shape.owner() + "." + shape.signature().name;
        place = shape.accessed().place();
    }

    /** The call that accesses what is there; null when it is not known what that is. */
    ModelledCall at(Object object, int offset) {
        if (object == null || offset == TOO_FAR) {
            return null;
        }
        if (object.getClass().isArray()) {
            return index(object, offset) < 0 ? null : element;
        }
        for (int i = 0; i < fields.length; i++) {
            if (isField(i, object.getClass(), offset)) {
                return fields[i];
            }
        }
        return null;
    }

    private boolean isField(int field, Class<?> type, int offset) {
        long known = offsets[field];
        if (known != UNKNOWN && known != offset) {
            return false;
        }
        Class<?> owner = type;
        while (owner != null && !owner.getName().equals(owners[field])) {
            owner = owner.getSuperclass();
        }
        if (owner != null && known == UNKNOWN) {
            known = offset(owner, names[field]);
            offsets[field] = known;
        }
        return owner != null && known == offset;
    }

    private static long offset(Class<?> owner, String field) {
        try {
            return UNSAFE.objectFieldOffset(owner, field);
        } catch (InternalError absent) {
            return ABSENT;
        }
    }

    /** The index of the element at an offset, or -1. */
    int index(Object object, int offset) {
        boolean fits = array == Object[].class
                ? object instanceof Object[]
                : object.getClass() == array || array == byte[].class && object instanceof boolean[];
        int distance = offset - base;
        return fits && distance >= 0 && distance % scale == 0 && distance / scale < Array.getLength(object)
                ? distance / scale
                : -1;
    }

    /** By reflection, because the type of the result differs between JDKs. */
    private static int measure(String question, Class<?> array) {
        try {
            return ((Number) Unsafe.class.getMethod(question, Class.class).invoke(UNSAFE, array)).intValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> array(String name) {
        return switch (name) {
            case "int[]" -> int[].class;
            case "long[]" -> long[].class;
            case "float[]" -> float[].class;
            case "double[]" -> double[].class;
            case "byte[]" -> byte[].class;
            case "char[]" -> char[].class;
            case "short[]" -> short[].class;
            default -> Object[].class;
        };
    }

    /** Reports once that a call of this kind is unmodelled. */
    void unknown(LibraryModel.Program program) {
        if (!reported) {
            reported = true;
            program.unmodelled(method, place);
        }
    }
}
