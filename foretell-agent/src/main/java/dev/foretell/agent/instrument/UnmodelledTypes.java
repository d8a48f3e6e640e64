// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.model.LibraryModel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Types of the JDK whose objects may have state without a model, as far as the type that a call names decides. */
final class UnmodelledTypes {
    /**
     * Supertypes of so many classes that a call on them shows nothing, or whose calls do not use the state of the
     * object. A call on these gets no probe.
     */
    private static final Set<String> ANYTHING = Set.of(
            "java/lang/Object",
            "java/lang/Comparable",
            "java/lang/CharSequence",
            "java/lang/Iterable",
            "java/lang/Runnable",
            "java/lang/AutoCloseable",
            "java/io/Closeable",
            "java/util/Comparator",
            "java/util/Iterator",
            "java/util/Map$Entry",
            "java/util/concurrent/Callable");

    private final LibraryModel library;
    private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    UnmodelledTypes(LibraryModel library) {
        this.library = library;
    }

    /** By its internal name. */
    boolean mayBe(String owner) {
        if (!owner.startsWith("java/") && !owner.startsWith("javax/")) {
            return false;
        }
        Boolean may = known.get(owner);
        if (may == null) {
            may = !isAnything(owner) && isUnmodelled(owner);
            known.put(owner, may);
        }
        return may;
    }

    private static boolean isAnything(String owner) {
        return ANYTHING.contains(owner)
                || owner.startsWith("java/util/function/")
                || owner.startsWith("java/util/stream/")
                || owner.startsWith("java/lang/invoke/");
    }

    /** A class below {@code javax} may be the program's own; then its code has probes. */
    private boolean isUnmodelled(String owner) {
        try {
            return library.mayHaveUnmodelledState(Class.forName(owner.replace('/', '.'), false, platform));
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
