// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/**
 * How the keys of one class are distinguished without calling code of the program: by their identity, by the
 * {@code equals} of a class of the JDK that is known to have no effects, or by the fields that their own {@code equals}
 * compares.
 */
final class KeyClass {
    static final KeyClass UNKNOWN = new KeyClass(Kind.UNKNOWN, null, List.of());
    static final KeyClass IDENTITY = new KeyClass(Kind.IDENTITY, null, List.of());

    private static final KeyClass VALUE = new KeyClass(Kind.VALUE, null, List.of());
    private static final KeyClass CONTAINER = new KeyClass(Kind.CONTAINER, null, List.of());

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Their {@code equals} reads nothing but the object, and the object never changes. */
    private static final Set<String> VALUES = Set.of(
            "java.lang.String",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Boolean",
            "java.lang.Double",
            "java.lang.Float",
            "java.util.UUID",
            "java.util.Locale",
            "java.math.BigInteger",
            "java.math.BigDecimal",
            "java.net.URI",
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetSocketAddress",
            "java.io.File",
            "sun.nio.fs.UnixPath",
            "java.time.Instant",
            "java.time.Duration",
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.LocalDateTime");

    /** Equal when their elements are equal, in this order. */
    private static final Set<String> CONTAINERS = Set.of(
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.Arrays$ArrayList",
            "java.util.Collections$SingletonList",
            "java.util.KeyValueHolder",
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.Optional");

    private static final String EQUALS = "(Ljava/lang/Object;)Z";
    private static final String HASH_CODE = "()I";

    enum Kind {
        UNKNOWN,
        IDENTITY,
        /** The object itself can be kept and compared. */
        VALUE,
        /** A list, an entry or an optional value of the JDK. */
        CONTAINER,
        FIELDS
    }

    final Kind kind;
    /** Only objects with the same one can be equal; null for the class of the object. */
    final Class<?> owner;

    private final long[] offsets;
    private final List<Equality.Field> fields;

    private KeyClass(Kind kind, Class<?> owner, List<Equality.Field> fields) {
        this.kind = kind;
        this.owner = owner;
        this.fields = fields;
        this.offsets = new long[fields.size()];
    }

    static KeyClass of(Class<?> type, LibraryModel.Program program) {
        if (type.isArray() || Enum.class.isAssignableFrom(type)) {
            return IDENTITY;
        }
        if (isJdk(type) && VALUES.contains(type.getName())) {
            return VALUE;
        }
        if (isJdk(type) && CONTAINERS.contains(type.getName())) {
            return CONTAINER;
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (isJdk(c)) {
                return hasIdentity(c) ? IDENTITY : UNKNOWN;
            }
            boolean isLambda = c.isHidden() && c.isSynthetic();
            if (!isLambda && program.declares(c, "equals", EQUALS)) {
                Equality equality = program.equality(c);
                return equality == null ? UNKNOWN : byFields(c, equality);
            }
            if (!isLambda && program.declares(c, "hashCode", HASH_CODE)) {
                return UNKNOWN;
            }
        }
        return UNKNOWN;
    }

    private static boolean isJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Only for classes of the JDK: reflection may load classes. */
    private static boolean hasIdentity(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class
                    && type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    private static KeyClass byFields(Class<?> declaring, Equality equality) {
        KeyClass byFields = new KeyClass(Kind.FIELDS, equality.sameClass() ? null : declaring, equality.fields());
        for (int i = 0; i < byFields.offsets.length; i++) {
            try {
                byFields.offsets[i] = UNSAFE.objectFieldOffset(
                        declaring, equality.fields().get(i).name());
            } catch (InternalError inherited) {
                return UNKNOWN;
            }
        }
        return byFields;
    }

    /** What is equal in equal objects of this class. */
    Object[] parts(Object key) {
        if (kind == Kind.CONTAINER) {
            return contents(key);
        }
        Object[] parts = new Object[offsets.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = field(key, offsets[i], fields.get(i).type());
        }
        return parts;
    }

    private static Object[] contents(Object key) {
        if (key instanceof List<?> list) {
            return list.toArray();
        }
        if (key instanceof Map.Entry<?, ?> entry) {
            return new Object[] {entry.getKey(), entry.getValue()};
        }
        return new Object[] {((Optional<?>) key).orElse(null)};
    }

    private static Object field(Object key, long offset, char type) {
        return switch (type) {
            case 'I' -> UNSAFE.getInt(key, offset);
            case 'J' -> UNSAFE.getLong(key, offset);
            case 'Z' -> UNSAFE.getBoolean(key, offset);
            case 'C' -> UNSAFE.getChar(key, offset);
            case 'S' -> UNSAFE.getShort(key, offset);
            case 'B' -> UNSAFE.getByte(key, offset);
            case 'D' -> UNSAFE.getDouble(key, offset);
            case 'F' -> UNSAFE.getFloat(key, offset);
            default -> UNSAFE.getReference(key, offset);
        };
    }
}
