// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a file of sections. */
final class SectionReader {
    private static final String KEYWORDS = "class, section, origin, enter, end, exit, recursive or lockable";

    private final String file;
    private final Map<String, String> classes = new LinkedHashMap<>();
    private final List<AtomicSection> sections = new ArrayList<>();
    /** Null before the first one. */
    private Draft draft;

    SectionReader(String file) {
        this.file = file;
    }

    AtomicSections read(List<String> lines) throws SectionException {
        new SectionLine(file, 1, lines.isEmpty() ? "" : lines.get(0))
                .expectVersion("sections", SectionFormat.VERSION, "a file of sections", "file");
        for (int i = 1; i < lines.size(); i++) {
            SectionLine line = new SectionLine(file, i + 1, lines.get(i));
            if (!line.atEnd()) {
                statement(line);
                line.expectEnd();
            }
        }
        finish();
        return new AtomicSections(classes, sections);
    }

    private void statement(SectionLine line) throws SectionException {
        String keyword = line.word("a keyword");
        switch (keyword) {
            case "class" -> {
                String name = line.word("a class name");
                if (classes.put(name, line.word("the checksum of the class")) != null) {
                    throw line.error("class " + name + " has a checksum already");
                }
            }
            case "section" -> {
                finish();
                draft = new Draft(line);
            }
            case "origin", "enter", "end", "exit", "recursive", "lockable" -> {
                if (draft == null) {
                    throw line.error("expected a line such as 'section Account.balance' before '" + keyword + "'");
                }
                draft.statement(keyword, line);
            }
            default -> throw line.error("expected " + KEYWORDS + ", but found '" + keyword + "'");
        }
    }

    private void finish() throws SectionException {
        if (draft != null) {
            sections.add(draft.finish());
        }
    }

    /** A section of which not all lines have been read. */
    private static final class Draft {
        private final SectionLine head;
        private final List<String> variables = new ArrayList<>();
        private Origin origin;
        private AccessPoint entry;
        private final List<SectionEnd> ends = new ArrayList<>();
        private final List<SectionExit> exits = new ArrayList<>();
        private boolean recursive;
        private Assurance lockable;

        Draft(SectionLine line) throws SectionException {
            head = line;
            do {
                variables.add(line.word("a variable such as Account.balance or int[]"));
            } while (!line.atEnd());
        }

        void statement(String keyword, SectionLine line) throws SectionException {
            switch (keyword) {
                case "origin" -> {
                    once(origin, line);
                    String word = line.word("load-store, test-use, access-interleaving or user");
                    origin = Origin.of(word);
                    if (origin == null) {
                        throw line.error(
                                "expected load-store, test-use, access-interleaving or user, but found '" + word + "'");
                    }
                }
                case "enter" -> {
                    once(entry, line);
                    entry = access(line);
                }
                case "end" -> ends.add(end(line));
                case "exit" -> exits.add(exit(line));
                case "recursive" -> recursive = true;
                default -> {
                    once(lockable, line);
                    lockable = lockable(line);
                }
            }
        }

        private static void once(Object before, SectionLine line) throws SectionException {
            if (before != null) {
                throw line.error("expected this only once in a section");
            }
        }

        private SectionEnd end(SectionLine line) throws SectionException {
            if (entry == null) {
                throw line.error("expected an 'enter' line before the 'end' lines of a section");
            }
            AccessPoint access = access(line);
            for (SectionEnd other : ends) {
                if (other.access().write() == access.write()
                        && other.access().place().isSame(access.place())) {
                    throw line.error("expected another place, because the section has this end point already");
                }
            }
            if (!line.accept("allow")) {
                return new SectionEnd(access, AllowedAccesses.between(entry.write(), access.write()));
            }
            AllowedAccesses allowed = AllowedAccesses.NONE;
            if (!line.accept("none")) {
                do {
                    String word = line.word("read, write or none");
                    if (!word.equals("read") && !word.equals("write")) {
                        throw line.error("expected read, write or none, but found '" + word + "'");
                    }
                    allowed = allowed.with(word.equals("write"));
                } while (!line.atEnd());
            }
            return new SectionEnd(access, allowed);
        }

        private static SectionExit exit(SectionLine line) throws SectionException {
            if (!line.accept("on")) {
                return new SectionExit(SectionExit.Kind.AT, place(line));
            }
            String word = line.word("throw or return");
            SectionExit.Kind kind = switch (word) {
                case "throw" -> SectionExit.Kind.THROW;
                case "return" -> SectionExit.Kind.RETURN;
                default -> throw line.error("expected throw or return, but found '" + word + "'");
            };
            if (!line.startsWith('[')) {
                return new SectionExit(kind, Place.UNSPECIFIED);
            }
            Place method = brackets("", -1, false, line);
            return new SectionExit(kind, method);
        }

        private static Assurance lockable(SectionLine line) throws SectionException {
            String word = line.word("yes, outside or no");
            return switch (word) {
                case "yes" -> Assurance.YES;
                case "outside" -> Assurance.OUTSIDE;
                case "no" -> Assurance.no(line.atEnd() ? "" : line.word("the reason in quotes"));
                default -> throw line.error("expected yes, outside or no, but found '" + word + "'");
            };
        }

        private static AccessPoint access(SectionLine line) throws SectionException {
            String word = line.word("read or write");
            if (!word.equals("read") && !word.equals("write")) {
                throw line.error("expected read or write, but found '" + word + "'");
            }
            return new AccessPoint(word.equals("write"), place(line));
        }

        private static Place place(SectionLine line) throws SectionException {
            String source = "";
            int number = -1;
            if (!line.startsWith('[')) {
                line.expect("at");
                source = line.fileOfPlace();
                number = line.lineOfPlace();
            }
            return line.startsWith('[') ? brackets(source, number, true, line) : new Place("", "", source, number, -1);
        }

        private static Place brackets(String source, int number, boolean instruction, SectionLine line)
                throws SectionException {
            line.expect('[', "[");
            String key = line.word("class and method such as com.acme.Account.withdraw(I)V");
            int parenthesis = key.indexOf('(');
            int dot = key.lastIndexOf('.', parenthesis < 0 ? key.length() : parenthesis);
            if (dot < 0) {
                throw line.error(
                        "expected class and method such as com.acme.Account.withdraw(I)V, but found '" + key + "'");
            }
            int offset = -1;
            if (instruction) {
                line.expect('@', "the bytecode offset such as @23");
                offset = line.number("a bytecode offset", 0);
            }
            line.expect(']', "]");
            return new Place(key.substring(0, dot), key.substring(dot + 1), source, number, offset);
        }

        AtomicSection finish() throws SectionException {
            if (entry == null || ends.isEmpty()) {
                throw head.error("expected an 'enter' line and at least one 'end' line for this section");
            }
            return new AtomicSection(
                    variables,
                    origin == null ? Origin.USER : origin,
                    entry,
                    ends,
                    exits,
                    recursive,
                    lockable == null ? Assurance.UNKNOWN : lockable);
        }
    }
}
