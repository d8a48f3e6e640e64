// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.probe.Identity;
import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.FieldOwners;
import dev.foretell.trace.Site;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/**
 * The sites of the program, and what the probes do at each: a number above 0 is the offset of the word, the others are
 * below.
 *
 * <p>A site of a field is linked when it has been passed once, or when it is certain that the access neither loads nor
 * initialises a class. Then no code of the program can run between the probe before the access and the access itself;
 * and it is known which class declares the field. The declaring class determines the offset of the word: all objects at
 * a site inherit from it, so no class has to be compared on the fast path.
 */
final class SiteActions {
    /** Not executed yet. */
    static final int UNLINKED = 0;
    /** Not watched. */
    static final int SKIP = -1;
    /**
     * Watched by {@link OngoingAccess}, for noise, sections and healing. All sites of a variable are special, or none.
     */
    static final int SPECIAL = -2;

    /** The words of static fields and array elements. Several may share one, so a conflict there needs a query. */
    static final long[] TABLE = new long[1 << 16];

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long BASE = base();
    private static final int PRIVATE = 0x0002;
    private static final int SPREAD = 0x9E3779B9;

    /** Which variables and sites are special. */
    interface Interest {
        boolean inVariable(String variable);

        boolean inPlace(Site site);
    }

    private final Interest interest;
    private final FieldOwners owners = new FieldOwners();
    private final Map<String, ClassInfo> classes = new HashMap<>();
    private final Map<String, WeakReference<ClassLoader>> loaders = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private volatile String[] names = {""};
    private final Set<Integer> special = new HashSet<>();
    /** Classes that were defined more than once, by several loaders: their names do not identify fields. */
    private final Set<String> ambiguous = new HashSet<>();
    /** Those among them whose definitions differ. */
    private final Set<String> different = new HashSet<>();

    private volatile int[] control = new int[1 << 12];
    private volatile int[] variables = new int[1 << 12];
    private volatile Site[] sites = new Site[1 << 12];
    private int next = 1;

    SiteActions(Interest interest) {
        this.interest = interest;
    }

    /** By reflection, because it is an int in Java 17 and a long in Java 25. */
    private static long base() {
        try {
            Object base = Unsafe.class.getMethod("arrayBaseOffset", Class.class).invoke(UNSAFE, long[].class);
            return ((Number) base).longValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Offset of the word of an array element. Neighbouring elements have neighbouring words. */
    static long slotOf(Object array, int index) {
        return BASE + ((long) (System.identityHashCode(array) + index & TABLE.length - 1) << 3);
    }

    /** By site. Readers take no lock; replaced by a longer copy when there are more sites. */
    int[] control() {
        return control;
    }

    Site site(int number) {
        return sites[number];
    }

    boolean isWrite(int site) {
        return sites[site].op().isWrite();
    }

    /** Its place among equal ones of its method, see {@link Site#rank}. */
    synchronized int rank(int site) {
        ClassInfo info = classes.get(sites[site].className());
        return info == null ? 0 : sites[site].rank(info.sites());
    }

    boolean isVolatile(int site) {
        return sites[site].op().isVolatile();
    }

    /** A store into an array of references fails when the types do not fit. */
    boolean mayFail(int site) {
        Site it = sites[site];
        return it.op() == EventKind.WRITE && it.what().equals("Object[]");
    }

    int variable(int site) {
        int[] all = variables;
        return site < all.length ? all[site] : 0;
    }

    String variableName(int site) {
        return names[variable(site)];
    }

    /** Whether the accesses at two sites conflict if they are to the same object. */
    boolean mayConflict(int site, int other) {
        int variable = variable(site);
        return variable != 0 && variable == variable(other) && (isWrite(site) || isWrite(other));
    }

    /** Whether there is exactly one class of this name. */
    synchronized boolean knowsOnce(String className) {
        return classes.containsKey(className) && !ambiguous.contains(className);
    }

    /** Returns the number of the class's first site. */
    synchronized int define(ClassInfo info) {
        ClassInfo earlier = classes.put(info.name(), info);
        owners.add(info);
        if (earlier != null) {
            ambiguous.add(info.name());
            if (!earlier.checksum().equals(info.checksum())) {
                different.add(info.name());
            }
        }
        for (int i = 0; i < info.fields().size(); i++) {
            for (int j = 0; j < i; j++) {
                if (info.fields().get(i).name().equals(info.fields().get(j).name())) {
                    different.add(info.name()); // legal in class files, and then the name does not identify the field
                }
            }
        }
        int first = next;
        if (first + info.sites().size() >= AccessWord.MOST_SITES) {
            return 0; // all its probes have sites from 0 on, which are not watched
        }
        next += info.sites().size();
        grow(next);
        for (int i = 0; i < info.sites().size(); i++) {
            Site site = info.sites().get(i);
            sites[first + i] = site;
            if (site.op().isAccess() && site.what().endsWith("[]")) {
                settle(first + i, site.what(), 1);
            }
        }
        if (earlier != null) {
            forget(info.name());
        }
        return first;
    }

    private void grow(int size) {
        if (size > control.length) {
            int length = control.length;
            while (length < size) {
                length *= 2;
            }
            variables = Arrays.copyOf(variables, length);
            sites = Arrays.copyOf(sites, length);
            control = Arrays.copyOf(control, length);
        }
    }

    /** Sites of fields that their names do not identify any more. */
    private void forget(String className) {
        for (int site = 1; site < next; site++) {
            if (sites[site].op().isAccess() && control[site] > 0 && !isCertain(sites[site], isStatic(site))) {
                control[site] = SKIP;
            }
        }
    }

    synchronized boolean isStatic(int site) {
        int access = owners.access(sites[site].what());
        return access >= 0 && (access & 0x0008) != 0;
    }

    private boolean isCertain(Site site, boolean isStatic) {
        String resolved = owners.resolve(site.what());
        int dot = resolved.lastIndexOf('.');
        if (dot < 0) {
            return true;
        }
        String owner = resolved.substring(0, dot);
        return isStatic ? !ambiguous.contains(owner) && !different.contains(owner) : !different.contains(owner);
    }

    synchronized void loadedBy(ClassLoader loader, String className) {
        loaders.put(className, new WeakReference<>(loader));
    }

    /**
     * A site of a field is about to be executed for the first time. It is linked already now when the access cannot
     * make the JVM load or initialise a class, which could run code of the program and order the access after something
     * else:
     *
     * <ul>
     *   <li>the instruction names its own class, which is loaded; for a static field, while no class initialiser runs
     *       that might have let others see the class too early;
     *   <li>or a class of the same loader, of which the object is an instance, and the field is not private: to find
     *       out whether the two are nest mates might load their host.
     * </ul>
     */
    synchronized void linkEarly(Object target, int index, int number, boolean initialising) {
        if (number == 0 || number >= next || control[number] != UNLINKED) {
            return;
        }
        Site site = sites[number];
        String named = site.what().substring(0, Math.max(0, site.what().lastIndexOf('.')));
        if (ambiguous.contains(site.className())) {
            return;
        }
        boolean own = named.equals(site.className());
        if (index == WatchedThread.STATIC
                ? own && !initialising
                : target != null && (own || isAtHand(target, site, named))) {
            link(target, index, number);
        }
    }

    private boolean isAtHand(Object target, Site site, String named) {
        WeakReference<ClassLoader> loader = loaders.get(site.className());
        int access = owners.access(site.what());
        if (loader == null || access < 0 || (access & PRIVATE) != 0) {
            return false;
        }
        for (Class<?> c = target.getClass(); c != null; c = c.getSuperclass()) {
            if (c.getName().equals(named)) {
                return c.getClassLoader() != null && loader.refersTo(c.getClassLoader());
            }
        }
        return false;
    }

    /** A site of a field was executed for the first time. {@code target} is null for a static field. */
    synchronized void link(Object target, int index, int number) {
        if (number == 0 || number >= next || control[number] != UNLINKED) {
            return;
        }
        Site site = sites[number];
        boolean isStatic = index == WatchedThread.STATIC;
        boolean known = owners.access(site.what()) >= 0;
        if (!isCertain(site, isStatic) || isStatic && !known) {
            control[number] = SKIP;
            return;
        }
        String variable = owners.resolve(site.what());
        int where;
        if (isStatic) {
            where = (int) (BASE + ((long) (variable.hashCode() * SPREAD >>> 16) << 3));
        } else {
            where = known ? offset(target.getClass(), variable.substring(0, variable.lastIndexOf('.'))) : SPECIAL;
        }
        settle(number, variable, where);
    }

    /** Offset of the word in objects that inherit from this class; special when there is none. */
    private static int offset(Class<?> type, String declaring) {
        Class<?> c = type;
        while (c != null && !c.getName().equals(declaring)) {
            c = c.getSuperclass();
        }
        for (; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
            try {
                return (int) UNSAFE.objectFieldOffset(c, Identity.FIELD);
            } catch (InternalError absent) {
                continue;
            }
        }
        return SPECIAL;
    }

    private void settle(int number, String variable, int where) {
        Integer known = numbers.get(variable);
        if (known == null) {
            known = numbers.size() + 1;
            if (known >= names.length) {
                names = Arrays.copyOf(names, known * 2);
            }
            names[known] = variable;
            numbers.put(variable, known);
        }
        variables[number] = known;
        boolean wasSpecial = special.contains(known);
        boolean isSpecial =
                wasSpecial || where == SPECIAL || interest.inVariable(variable) || interest.inPlace(sites[number]);
        control[number] = isSpecial ? SPECIAL : sites[number].op().isVolatile() ? SKIP : where;
        if (isSpecial && !wasSpecial) {
            special.add(known);
            for (int site = 1; site < next; site++) {
                if (variables[site] == known && control[site] > 0) {
                    control[site] = SPECIAL;
                }
            }
        }
    }
}
