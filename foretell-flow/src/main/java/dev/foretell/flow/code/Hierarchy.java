// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The class hierarchy, which determines the field that an instruction accesses and the methods that a call can mean
 * (class hierarchy analysis). A closed world is assumed: classes that were not given do not extend those that were. The
 * supertypes of JDK classes are those of the JDK that this runs on.
 */
public final class Hierarchy {
    private final Program program;
    private final Map<String, Set<String>> ancestors = new HashMap<>();
    /** Classes of the program by each of their ancestors, and by themselves. */
    private final Map<String, List<CodeClass>> descendants = new HashMap<>();

    private final Map<String, List<CodeMethod>> targets = new HashMap<>();

    public Hierarchy(Program program) {
        this.program = program;
        for (CodeClass each : program.classes()) {
            descendants.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each);
            for (String ancestor : ancestors(each.name())) {
                descendants.computeIfAbsent(ancestor, name -> new ArrayList<>()).add(each);
            }
        }
    }

    public Program program() {
        return program;
    }

    private Set<String> ancestors(String name) {
        Set<String> known = ancestors.get(name);
        if (known != null) {
            return known;
        }
        ancestors.put(name, Set.of()); // a class file may claim to be its own ancestor
        Set<String> found = new LinkedHashSet<>();
        for (String parent : parents(name)) {
            found.add(parent);
            found.addAll(ancestors(parent));
        }
        ancestors.put(name, found);
        return found;
    }

    private List<String> parents(String name) {
        CodeClass known = program.find(name);
        List<String> parents = new ArrayList<>();
        if (known != null) {
            if (known.superName() != null) {
                parents.add(known.superName());
            }
            parents.addAll(known.interfaces());
            return parents;
        }
        try {
            Class<?> loaded = Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
            if (loaded.getSuperclass() != null) {
                parents.add(loaded.getSuperclass().getName().replace('.', '/'));
            }
            for (Class<?> each : loaded.getInterfaces()) {
                parents.add(each.getName().replace('.', '/'));
            }
        } catch (ClassNotFoundException | LinkageError e) {
            return List.of(); // of a library that was not given
        }
        return parents;
    }

    /** Whether the first is the second, or extends or implements it. */
    public boolean isA(String name, String ancestor) {
        return name.equals(ancestor) || ancestors(name).contains(ancestor);
    }

    /** The field as the JVM finds it; null when its class was not given. */
    public CodeField field(FieldInsnNode access) {
        return field(access.owner, access.name + access.desc);
    }

    private CodeField field(String owner, String key) {
        CodeClass here = program.find(owner);
        if (here == null) {
            return null;
        }
        CodeField declared = here.field(key);
        if (declared != null) {
            return declared;
        }
        for (String parent : here.interfaces()) {
            CodeField found = field(parent, key);
            if (found != null) {
                return found;
            }
        }
        return here.superName() == null ? null : field(here.superName(), key);
    }

    /** All methods of the program that a call can mean; none when it goes elsewhere. Abstract methods do not count. */
    public List<CodeMethod> targets(MethodInsnNode call) {
        boolean single = call.getOpcode() == Opcodes.INVOKESTATIC || call.getOpcode() == Opcodes.INVOKESPECIAL;
        String key = (single ? "=" : "+") + call.owner + "." + call.name + call.desc;
        List<CodeMethod> known = targets.get(key);
        if (known == null) {
            known = single
                    ? declared(call.owner, call.name + call.desc)
                    : overriding(call.owner, call.name + call.desc);
            targets.put(key, known);
        }
        return known;
    }

    private List<CodeMethod> declared(String owner, String key) {
        CodeMethod found = select(owner, key);
        return found == null ? List.of() : List.of(found);
    }

    private List<CodeMethod> overriding(String owner, String key) {
        Set<CodeMethod> found = new LinkedHashSet<>();
        for (CodeClass each : descendants.getOrDefault(owner, List.of())) {
            CodeMethod selected = each.isInterface() ? null : select(each.name(), key);
            if (selected != null) {
                found.add(selected);
            }
        }
        CodeMethod declared = select(owner, key);
        if (declared != null) {
            found.add(declared);
        }
        return Collections.unmodifiableList(new ArrayList<>(found));
    }

    /** Superclasses first, then interfaces, as the JVM does; null when the program has none with code. */
    private CodeMethod select(String owner, String key) {
        for (CodeClass each = program.find(owner);
                each != null;
                each = each.superName() == null ? null : program.find(each.superName())) {
            CodeMethod method = each.method(key);
            if (method != null) {
                return method.isAbstract() ? null : method;
            }
        }
        for (String ancestor : ancestors(owner)) {
            CodeClass parent = program.find(ancestor);
            CodeMethod method = parent == null || !parent.isInterface() ? null : parent.method(key);
            if (method != null && !method.isAbstract() && !method.isStatic()) {
                return method;
            }
        }
        return null;
    }

    /** Whether every method that a call can mean is one of the program's, so that {@link #targets} are all. */
    public boolean isClosed(MethodInsnNode call) {
        String key = call.name + call.desc;
        if (program.find(call.owner) == null) {
            return false;
        }
        if (call.getOpcode() == Opcodes.INVOKESTATIC || call.getOpcode() == Opcodes.INVOKESPECIAL) {
            return select(call.owner, key) != null;
        }
        for (CodeClass each : descendants.get(call.owner)) {
            if (!each.isAbstract() && select(each.name(), key) == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * The class whose initialiser may have to run, or be waited for, before a class can be used: itself or one that it
     * extends. Null when there is none; those of the JDK do not count.
     */
    public String initialised(String owner) {
        for (CodeClass each = program.find(owner); each != null; each = program.find(each.superName())) {
            if (each.method("<clinit>()V") != null) {
                return each.name();
            }
        }
        return null;
    }
}
