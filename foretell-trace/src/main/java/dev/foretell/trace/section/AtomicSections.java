// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The atomic sections of a program.
 *
 * @param classes checksum of each class that exact places refer to, as in {@link dev.foretell.trace.ClassInfo}, to
 *     detect that the program has changed
 * @param list in the order of the file; its indices name the sections in {@link SectionLog}
 */
public record AtomicSections(Map<String, String> classes, List<AtomicSection> list) {
    public AtomicSections {
        classes = Collections.unmodifiableMap(new LinkedHashMap<>(classes));
        list = List.copyOf(list);
    }
}
