// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.JavaText;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.section.SectionExit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The sections of a piece of Java, as short texts with line numbers. */
final class Inferred {
    private Inferred() {}

    static List<AtomicSection> sections(String source, Origin... origins) {
        return Inference.run(JavaText.compile(source), Inference.Options.USUAL.withOrigins(Set.of(origins)))
                .sections()
                .list();
    }

    /** For example {@code Sample.x: read 3 -> write 3 allow READ, exit 4, throw m}. */
    static List<String> texts(String source, Origin... origins) {
        List<String> texts = new ArrayList<>();
        for (AtomicSection section : sections(source, origins)) {
            texts.add(text(section));
        }
        return texts;
    }

    static String text(AtomicSection section) {
        StringBuilder out = new StringBuilder(String.join(" ", section.variables())).append(": ");
        out.append(section.entry().write() ? "write " : "read ")
                .append(section.entry().place().line());
        out.append(" ->");
        for (SectionEnd end : section.ends()) {
            out.append(end.access().write() ? " write " : " read ")
                    .append(end.access().place().line());
            out.append(section.isCircular(end) ? " again" : "")
                    .append(" allow ")
                    .append(end.allowed());
        }
        for (SectionExit exit : section.exits()) {
            String method = exit.place().method();
            out.append(
                    switch (exit.kind()) {
                        case AT -> ", exit " + exit.place().line();
                        case THROW -> ", throw " + method.substring(0, method.indexOf('('));
                        case RETURN -> ", return";
                    });
        }
        return out.append(section.recursive() ? ", recursive" : "").toString();
    }
}
