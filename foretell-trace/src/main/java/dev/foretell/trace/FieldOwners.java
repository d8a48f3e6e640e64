// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resolves a field as the JVM does: an instruction may name a subclass of the class that declares it. Without this, two
 * accesses to one field would count as accesses to two.
 */
public final class FieldOwners {
    private final Map<String, ClassInfo> classes = new ConcurrentHashMap<>();

    /**
     * Of several classes of one name the last counts; idioms recognised in the code of one are dropped when they
     * differ.
     */
    public void add(ClassInfo info) {
        ClassInfo other = classes.put(info.name(), info);
        boolean differs = other != null
                && (!other.checksum().equals(info.checksum()) || !other.fields().equals(info.fields()));
        if (differs) {
            classes.put(info.name(), info.withoutIdioms());
        }
    }

    /**
     * The declaring class and the field, {@code com.acme.Account.balance}; what was given when nothing better is known.
     */
    public String resolve(String what) {
        if (Content.isContent(what)) {
            return Content.field();
        }
        int dot = what.lastIndexOf('.');
        if (dot < 0) {
            return what;
        }
        String field = what.substring(dot + 1);
        String owner = declaring(what.substring(0, dot), field, new HashSet<>());
        return owner == null ? what : owner + "." + field;
    }

    /** The access flags of a field named by an instruction, or -1 when its class is not known. */
    public int access(String what) {
        int dot = what.lastIndexOf('.');
        String field = what.substring(dot + 1);
        String owner = dot < 0 ? null : declaring(what.substring(0, dot), field, new HashSet<>());
        return owner == null ? -1 : accessOf(classes.get(owner), field);
    }

    /** {@code tried} ends the search where classes extend each other, as those of a damaged trace can. */
    private String declaring(String className, String field, Set<String> tried) {
        ClassInfo info = classes.get(className);
        if (info == null || !tried.add(className)) {
            return null;
        }
        if (accessOf(info, field) >= 0) {
            return className;
        }
        for (String parent : info.interfaces()) {
            String found = declaring(parent, field, tried);
            if (found != null) {
                return found;
            }
        }
        return info.superName().isEmpty() ? null : declaring(info.superName(), field, tried);
    }

    private static int accessOf(ClassInfo info, String field) {
        for (ClassInfo.FieldInfo candidate : info.fields()) {
            if (candidate.name().equals(field)) {
                return candidate.access();
            }
        }
        return -1;
    }

    /** All classes known, by name. */
    public Map<String, ClassInfo> classes() {
        return new HashMap<>(classes);
    }
}
