// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A rig for calls as the instrumenter finds them: selects their models and lists the sites they need. */
public final class Calls implements Models.Hierarchy, LibraryModel.Program {
    public final LibraryModel library;

    public Calls() {
        this(packaged());
    }

    Calls(Models models) {
        library = new LibraryModel(models);
        library.program(this);
    }

    private static Models packaged() {
        try {
            return Models.load(List.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A call of an instance method, {@code Lock.lock}; null when it is unmodelled. */
    public ModelledCall.Shape shape(Class<?> owner, String name, String descriptor) {
        Models.Dispatch dispatch = owner.isInterface() ? Models.Dispatch.INTERFACE : Models.Dispatch.CLASS;
        return library.models().select(owner.getName().replace('.', '/'), name, descriptor, dispatch, this);
    }

    /** Kinds and names of the sites that a call needs, as pairs. */
    public static Object[] sites(ModelledCall.Shape shape) {
        List<Object> sites = new ArrayList<>();
        for (EventKind kind : shape.sites()) {
            sites.add(kind);
            sites.add(shape.what(kind));
        }
        return sites.toArray();
    }

    @Override
    public Set<String> supertypes(String className) {
        Set<String> found = new HashSet<>();
        try {
            add(Class.forName(className, false, Calls.class.getClassLoader()), found);
        } catch (ClassNotFoundException e) {
            found.add(className);
        }
        return found;
    }

    private static void add(Class<?> type, Set<String> found) {
        if (type != null && found.add(type.getName())) {
            add(type.getSuperclass(), found);
            for (Class<?> parent : type.getInterfaces()) {
                add(parent, found);
            }
        }
    }

    @Override
    public boolean declares(Class<?> type, String name, String descriptor) {
        for (var method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isInstrumented(Class<?> type) {
        return false;
    }

    @Override
    public Equality equality(Class<?> type) {
        return null;
    }
}
