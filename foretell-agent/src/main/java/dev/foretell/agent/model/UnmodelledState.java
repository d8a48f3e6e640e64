// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;

/**
 * Which classes of the JDK have mutable state and no model: interaction of threads through such an object is not
 * recorded, and the report has to name it. Computed once for each class.
 *
 * <p>Classes known to be safe are left out, and so are objects that belong to another one: nested classes of one that
 * has a model, and iterators and map entries, which are too short-lived, or too many, to be shared on purpose.
 */
final class UnmodelledState {
    private final Models models;

    UnmodelledState(Models models) {
        this.models = models;
    }

    /** Whether objects of a class of the JDK have it. */
    boolean isIn(Class<?> type) {
        return !isKnown(type) && !isPart(type) && changes(type);
    }

    /** Whether a call that names this type can be made on such an object. */
    boolean mayBeIn(Class<?> named) {
        boolean exact = (named.getModifiers() & Modifier.FINAL) != 0;
        return exact ? isIn(named) : !isKnown(named);
    }

    /**
     * The name for reports: the type of the API that it is, or the one that the call names, where it is an
     * implementation.
     */
    static String name(Class<?> type, String named) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            String name = c.getName();
            boolean isPublic = (c.getModifiers() & Modifier.PUBLIC) != 0 || name.indexOf('$') > 0;
            if (isPublic && (name.startsWith("java.") || name.startsWith("javax."))) {
                return name;
            }
        }
        return named;
    }

    private boolean isKnown(Class<?> type) {
        if (type.isArray() || type.isEnum() || type.isRecord() || type.isHidden()) {
            return true;
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (isNamed(c.getName()) || isKnownByInterface(c)) {
                return true;
            }
        }
        return false;
    }

    /** Itself, or the class that it is nested in. */
    private boolean isNamed(String name) {
        for (int end = name.length(); end > 0; end = name.lastIndexOf('$', end - 1)) {
            String outer = name.substring(0, end);
            if (models.describes(outer) || models.isSafe(outer)) {
                return true;
            }
        }
        return false;
    }

    private boolean isKnownByInterface(Class<?> type) {
        for (Class<?> parent : type.getInterfaces()) {
            if (models.describes(parent.getName()) || models.isSafe(parent.getName()) || isKnownByInterface(parent)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPart(Class<?> type) {
        boolean goesThrough = Iterator.class.isAssignableFrom(type)
                || Enumeration.class.isAssignableFrom(type)
                || Spliterator.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type);
        return goesThrough && type.getName().indexOf('$') > 0;
    }

    /** A field that can be assigned again, or the elements of an array. */
    private static boolean changes(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            try {
                for (Field field : c.getDeclaredFields()) {
                    int access = field.getModifiers();
                    boolean changes =
                            (access & Modifier.FINAL) == 0 || field.getType().isArray();
                    if (changes && (access & Modifier.STATIC) == 0) {
                        return true;
                    }
                }
            } catch (LinkageError absent) {
                return true; // the type of a field is in a module that this runtime does not have
            }
        }
        return false;
    }
}
