// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.agent.model.Equality;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Whether a field is volatile, final or static. An instruction does not show it, and the class that declares the field
 * may not be loaded yet; loading it here would change the program. So its class file is read, found as its loader would
 * find it.
 */
final class KnownClasses {
    static final int UNKNOWN = -1;
    /** A class file may name itself as its parent; the JVM rejects it only after it was instrumented. */
    private static final int DEEPEST = 500;

    private final LoaderMap<ConcurrentMap<String, ClassFacts>> loaders = new LoaderMap<>();
    private final Map<String, Set<String>> jdkSupertypes = new ConcurrentHashMap<>();
    private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

    /** A class that this loader is about to define. */
    void add(ClassLoader loader, String name, ClassFacts facts) {
        of(loader).put(name, facts);
    }

    /** Access flags of the field an instruction means, found as the JVM does (JVMS 5.4.3.2), or {@link #UNKNOWN}. */
    int access(ClassLoader loader, String owner, String field, String descriptor, boolean isStatic) {
        String name = owner;
        for (int depth = 0; name != null && depth < DEEPEST; depth++) {
            ClassFacts facts = find(loader, name);
            if (facts == null) {
                return UNKNOWN;
            }
            int access = facts.access(field, descriptor);
            if (access < 0 && isStatic) {
                access = inInterfaces(loader, facts, field, descriptor);
            }
            if (access >= 0) {
                return access;
            }
            name = facts.superName;
        }
        return UNKNOWN;
    }

    private int inInterfaces(ClassLoader loader, ClassFacts facts, String field, String descriptor) {
        for (String name : facts.interfaces) {
            ClassFacts parent = find(loader, name);
            if (parent != null) {
                int access = parent.access(field, descriptor);
                if (access < 0) {
                    access = inInterfaces(loader, parent, field, descriptor);
                }
                if (access >= 0) {
                    return access;
                }
            }
        }
        return -1;
    }

    /** The class itself and all above it, with dots, as far as they can be found. */
    Set<String> supertypes(ClassLoader loader, String className) {
        Set<String> known = jdkSupertypes.get(className);
        if (known != null) {
            return known;
        }
        Set<String> found = new HashSet<>();
        addSupertypes(loader, className.replace('.', '/'), found);
        if (Selection.isJdkName(className.replace('.', '/'))) {
            jdkSupertypes.put(className, found);
        }
        return found;
    }

    private void addSupertypes(ClassLoader loader, String name, Set<String> found) {
        String next = name;
        while (next != null && found.add(next.replace('/', '.'))) {
            ClassFacts facts = find(loader, next);
            if (facts == null) {
                return;
            }
            for (String parent : facts.interfaces) {
                addSupertypes(loader, parent, found);
            }
            next = facts.superName;
        }
    }

    /** Whether a class of the program has this method itself; true when nothing is known of the class. */
    boolean declares(Class<?> type, String name, String descriptor) {
        ClassLoader loader = type.getClassLoader();
        ClassFacts facts = loader == null ? null : find(loader, type.getName().replace('.', '/'));
        return facts == null || facts.declares(name, descriptor);
    }

    /** What the {@code equals} of a class of the program compares; null when it is not known. */
    Equality equality(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        ClassFacts facts = loader == null ? null : find(loader, type.getName().replace('.', '/'));
        return facts == null ? null : facts.equality();
    }

    private ClassFacts find(ClassLoader loader, String name) {
        ClassFacts facts = of(loader).get(name);
        if (facts != null) {
            return facts;
        }
        if (loader == platform) {
            facts = readJdk(name);
        } else {
            facts = Selection.isJdkName(name) ? ofJdk(name) : null;
            if (facts == null) {
                facts = read(loader, name);
            }
        }
        for (ClassLoader parent = loader.getParent(); facts == null && parent != null; parent = parent.getParent()) {
            facts = of(parent).get(name);
        }
        if (facts != null) {
            of(loader).putIfAbsent(name, facts);
        }
        return facts;
    }

    /**
     * Not for a class of the JDK that is being loaded: {@code Class.forName} on it, or on one that inherits from it,
     * would end its loading with a ClassCircularityError. Its class file is read instead; not through the loader, which
     * first makes a URL, and uses maps for that.
     */
    private ClassFacts ofJdk(String name) {
        try {
            return ClassFacts.of(Class.forName(name.replace('/', '.'), false, platform));
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static ClassFacts readJdk(String name) {
        try (InputStream in = Object.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : ClassFacts.of(in.readAllBytes());
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Any failure of a loader, which may be the program's own code, means that the file is not found. Should it load
     * classes to find the file, the agent's transformer does not get these: the JVM does not call a transformer from
     * within itself.
     */
    private static ClassFacts read(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name.concat(".class"))) {
            return in == null ? null : ClassFacts.of(in.readAllBytes());
        } catch (Throwable e) {
            return null;
        }
    }

    private ConcurrentMap<String, ClassFacts> of(ClassLoader loader) {
        ConcurrentMap<String, ClassFacts> classes = loaders.get(loader);
        return classes != null ? classes : loaders.putIfAbsent(loader, new ConcurrentHashMap<>());
    }
}
