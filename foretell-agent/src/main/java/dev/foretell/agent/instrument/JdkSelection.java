// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which classes of the JDK are instrumented. Calls of the others are described by models.
 *
 * <p>Only two packages have classes that programs share by mistake and that the JVM does not need while a thread is
 * held inside them. Of these a class is closed when its objects have synchronized methods, or inherits from one: no
 * probe can be inserted before the monitor of a synchronized method of a loaded class, and critical sections of one
 * monitor do not interleave anyway. Classes inside a closed one are closed, too.
 */
final class JdkSelection {
    /** With the slash behind the package; nothing below them. */
    private static final String[] PACKAGES = {"java/util/", "java/text/"};

    /** Iterates over collections that do not override it. */
    private static final String ITERABLE = "java/lang/Iterable";

    /**
     * Used by class loading and by the start and end of the JVM and its threads, which must not block. A date keeps the
     * year and the rest of it when it is first read, without a happens-before edge: to share one without changing it is
     * no bug.
     */
    private static final Set<String> CLOSED = Set.of(
            "java/util/Date",
            "java/util/Locale",
            "java/util/ResourceBundle",
            "java/util/ServiceLoader",
            "java/util/TimerThread",
            "java/util/TaskQueue",
            "java/util/Currency",
            "java/util/Formatter");

    private final Selection selection;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    JdkSelection(Selection selection) {
        this.selection = selection;
    }

    /** Whether any class is. */
    boolean any() {
        return selection.instrumentsJdk();
    }

    /** Whether a class is instrumented; the name has slashes. */
    boolean contains(String name) {
        if (!any() || !isInPackage(name)) {
            return false;
        }
        return name.equals(ITERABLE) || selection.isWantedOfJdk(name) && isOpen(outermost(name)) && isOpen(name);
    }

    /** Whether a call on this type may be one of an instrumented class. */
    boolean mayBe(String type) {
        return isInPackage(type) || type.equals("java/lang/Comparable");
    }

    private static boolean isInPackage(String name) {
        for (String prefix : PACKAGES) {
            if (name.startsWith(prefix) && name.indexOf('/', prefix.length()) < 0) {
                return true;
            }
        }
        return name.equals(ITERABLE);
    }

    private static String outermost(String name) {
        int end = name.indexOf('$');
        return end < 0 ? name : name.substring(0, end);
    }

    private boolean isOpen(String name) {
        Boolean open = known.get(name);
        if (open == null) {
            open = !CLOSED.contains(name) && canBeOpened(name);
            known.put(name, open);
        }
        return open;
    }

    /** Patterns that match no instrumented class. */
    List<String> patternsWithout(List<String> opened) {
        return selection.jdkPatternsWithout(opened);
    }

    /** The classes that patterns match and that are closed. */
    Set<String> closed() {
        Set<String> closed = new TreeSet<>();
        for (Map.Entry<String, Boolean> each : known.entrySet()) {
            if (!each.getValue()) {
                closed.add(each.getKey().replace('/', '.'));
            }
        }
        return closed;
    }

    private boolean canBeOpened(String name) {
        try (InputStream in = Object.class.getResourceAsStream("/" + name + ".class")) {
            if (in == null) {
                return false;
            }
            ClassReader reader = new ClassReader(in.readAllBytes());
            Synchronized methods = new Synchronized();
            reader.accept(methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            String parent = reader.getSuperName();
            return !methods.found && (parent == null || !isInPackage(parent) || isOpen(parent));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Static ones protect the JDK's own caches; to serialize an object while others change it is wrong anyway. */
    private static final class Synchronized extends ClassVisitor {
        boolean found;

        Synchronized() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean matters = (access & Opcodes.ACC_STATIC) == 0 && !name.equals("writeObject");
            found |= matters && (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            return null;
        }
    }
}
