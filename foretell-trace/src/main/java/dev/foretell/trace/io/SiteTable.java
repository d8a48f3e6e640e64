// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.io;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.FieldOwners;
import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sites resolved with all classes known. While recording, a field's class may not have been loaded when an instruction
 * that names it was instrumented; only here is it certain which class declares the field and whether it is volatile or
 * final.
 */
final class SiteTable {
    /** In place of a field's number: an array element; or data that is not analysed. */
    static final int ELEMENT = -1;

    static final int IGNORED = -2;

    private static final int NOT_KNOWN = -1;
    private static final int ACC_FINAL = 0x10;
    private static final int ACC_VOLATILE = 0x40;

    final FieldOwners owners = new FieldOwners();
    /** Sites by number; 0 is {@link Site#UNKNOWN}. */
    final Site[] sites;
    /** Their kinds, corrected. */
    final EventKind[] kinds;
    /** Number of the field as a member of an object, {@link #ELEMENT} or {@link #IGNORED}. */
    final int[] fields;
    /** Number of the field as a static one. */
    final int[] statics;
    /** Number of the class whose code it is; classes are numbered in the order of their definition. */
    final int[] codeClass;
    /** Number of the class that declares the field, -1 when unknown. */
    final int[] fieldClass;
    /** Where a try can fail: the site of the failed try, for each outcome; else 0. */
    final int[] tries;
    /** For people, by field number. */
    final List<String> fieldNames = new ArrayList<>();

    final int classCount;
    /** Superclass by class number, -1 when unknown. */
    final int[] superClass;
    /** Static fields that cannot be distinguished because several loaders define their class. */
    int ambiguous;

    private final Map<String, Integer> fieldNumbers = new HashMap<>();
    /** Number of the only class of that name, or -1 when there are several. */
    private final Map<String, Integer> classNumbers = new HashMap<>();

    SiteTable(Definitions definitions) {
        int count = definitions.siteLimit;
        sites = new Site[count];
        Arrays.fill(sites, Site.UNKNOWN);
        kinds = new EventKind[count];
        fields = new int[count];
        statics = new int[count];
        codeClass = new int[count];
        fieldClass = new int[count];
        tries = new int[count];
        classCount = definitions.classes.size();
        superClass = new int[classCount];
        for (int c = 0; c < classCount; c++) {
            Definitions.DefinedClass defined = definitions.classes.get(c);
            owners.add(defined.info());
            classNumbers.merge(defined.info().name(), c, (one, other) -> -1);
        }
        for (int c = 0; c < classCount; c++) {
            Definitions.DefinedClass defined = definitions.classes.get(c);
            superClass[c] = classNumbers.getOrDefault(defined.info().superName(), -1);
            int number = defined.firstSite();
            for (Site site : defined.info().sites()) {
                add(number, site, c, defined.info().name());
                if (site.op().isFailedTry()) {
                    noteTries(number, site, defined.firstSite());
                }
                number++;
            }
        }
    }

    private void add(int number, Site site, int definition, String className) {
        sites[number] = site;
        kinds[number] = site.op();
        codeClass[number] = definition;
        fieldClass[number] = -1;
        fields[number] = ELEMENT;
        statics[number] = ELEMENT;
        if (!site.op().isAccess() || site.what().endsWith("[]")) {
            return;
        }
        int access = owners.access(site.what());
        if (access != NOT_KNOWN && (access & ACC_FINAL) != 0) {
            fields[number] = IGNORED;
            statics[number] = IGNORED;
            return;
        }
        if (access != NOT_KNOWN) {
            // A handle can access any field as if it were volatile.
            boolean isVolatile = site.op().isVolatile() || (access & ACC_VOLATILE) != 0;
            kinds[number] = kind(site.op().isWrite(), isVolatile);
        }
        String field = owners.resolve(site.what());
        fields[number] = field(field, field);
        statics[number] = fields[number];
        String owner = field.substring(0, Math.max(0, field.lastIndexOf('.')));
        Integer only = classNumbers.get(owner);
        if (only != null && only >= 0) {
            fieldClass[number] = only;
        } else if (only != null) {
            // Several classes of this name: their own code accesses their own field; for other code it is unknown.
            boolean own = owner.equals(className);
            fieldClass[number] = own ? definition : -1;
            statics[number] = own ? field(field + "@" + definition, field) : IGNORED;
            ambiguous += own ? 0 : 1;
        }
    }

    /** The successful outcomes have the sites right before. */
    private void noteTries(int failed, Site site, int first) {
        tries[failed] = failed;
        for (int i = failed - 1; i >= first && isSameInstruction(sites[i], site); i--) {
            boolean succeeds = sites[i].op().isAcquire() || sites[i].op() == EventKind.PERMIT_ACQUIRE;
            tries[i] = succeeds ? failed : tries[i];
        }
    }

    private static boolean isSameInstruction(Site one, Site other) {
        return one.offset() == other.offset() && one.method().equals(other.method());
    }

    private static EventKind kind(boolean write, boolean isVolatile) {
        if (isVolatile) {
            return write ? EventKind.VOLATILE_WRITE : EventKind.VOLATILE_READ;
        }
        return write ? EventKind.WRITE : EventKind.READ;
    }

    private int field(String key, String name) {
        Integer number = fieldNumbers.get(key);
        if (number == null) {
            number = fieldNumbers.size();
            fieldNumbers.put(key, number);
            int member = name.lastIndexOf('.');
            fieldNames.add(member < 0 ? name : name.substring(name.lastIndexOf('.', member - 1) + 1));
        }
        return number;
    }

    /** Whether an event can be in a trace: only accesses and regions need no number of the clock. */
    boolean isPossible(ThreadStream event) {
        EventKind kind = kind(event.site);
        if (kind == null || event.site <= 0 && needsPlace(kind)) {
            return false;
        }
        return event.sync || kind.isAccess() || kind.isRegion();
    }

    /** What is accessed, and which class is initialised, is known by the place only. */
    private static boolean needsPlace(EventKind kind) {
        return kind.isAccess() || kind.isRegion() || kind == EventKind.INIT_BEGIN || kind == EventKind.INIT_END;
    }

    /** The kind of an event at a site; those without a place carry it in their number. Null when there is none. */
    EventKind kind(int site) {
        if (site > 0) {
            return kinds[site];
        }
        int ordinal = -1 - site;
        return ordinal >= 0 && ordinal < EventKind.count() ? EventKind.of(ordinal) : null;
    }
}
