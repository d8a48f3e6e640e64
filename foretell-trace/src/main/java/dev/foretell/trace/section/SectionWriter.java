// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import dev.foretell.trace.words.Quotes;
import java.util.Map;

/** Writes sections so that {@link SectionReader} reads the same. */
final class SectionWriter {
    private final StringBuilder out = new StringBuilder();

    String text(AtomicSections sections) {
        out.append(SectionFormat.MAGIC)
                .append(' ')
                .append(SectionFormat.VERSION)
                .append('\n');
        for (Map.Entry<String, String> entry : sections.classes().entrySet()) {
            out.append("class ").append(Quotes.bare(entry.getKey()));
            out.append(' ').append(Quotes.bare(entry.getValue())).append('\n');
        }
        for (AtomicSection section : sections.list()) {
            section(section);
        }
        return out.toString();
    }

    private void section(AtomicSection section) {
        out.append("\nsection");
        for (String variable : section.variables()) {
            out.append(' ').append(Quotes.bare(variable));
        }
        out.append('\n');
        if (section.origin() != Origin.USER) {
            out.append("origin ").append(section.origin().word()).append('\n');
        }
        out.append("enter ");
        access(section.entry());
        out.append('\n');
        for (SectionEnd end : section.ends()) {
            out.append("end ");
            access(end.access());
            out.append(" allow").append(allowed(end.allowed())).append('\n');
        }
        for (SectionExit exit : section.exits()) {
            exit(exit);
        }
        if (section.recursive()) {
            out.append("recursive\n");
        }
        switch (section.lockable().answer()) {
            case YES -> out.append("lockable yes\n");
            case OUTSIDE -> out.append("lockable outside\n");
            case NO ->
                out.append("lockable no ")
                        .append(Quotes.quote(section.lockable().reason()))
                        .append('\n');
            case UNKNOWN -> {}
        }
    }

    static String allowed(AllowedAccesses allowed) {
        return switch (allowed) {
            case NONE -> " none";
            case READ -> " read";
            case WRITE -> " write";
            case BOTH -> " read write";
        };
    }

    private void exit(SectionExit exit) {
        out.append("exit");
        switch (exit.kind()) {
            case AT -> place(exit.place());
            case THROW, RETURN -> {
                out.append(exit.kind() == SectionExit.Kind.THROW ? " on throw" : " on return");
                if (!exit.place().className().isEmpty()) {
                    brackets(exit.place());
                }
            }
        }
        out.append('\n');
    }

    private void access(AccessPoint access) {
        out.append(access.write() ? "write" : "read");
        place(access.place());
    }

    private void place(Place place) {
        boolean exact = place.isExact();
        if (!place.sourceFile().isEmpty() || place.line() >= 0 || !exact) {
            out.append(" at ").append(place.sourceFile().isEmpty() ? "?" : Quotes.bare(place.sourceFile()));
            out.append(':').append(place.line() < 0 ? "?" : Integer.toString(place.line()));
        }
        if (exact) {
            brackets(place);
        }
    }

    private void brackets(Place place) {
        out.append(" [").append(Quotes.bare(place.className() + "." + place.method()));
        if (place.isExact()) {
            out.append(" @").append(place.offset());
        }
        out.append(']');
    }
}
