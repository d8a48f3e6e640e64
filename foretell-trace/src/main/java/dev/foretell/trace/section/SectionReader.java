// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import dev.foretell.trace.words.Line;
import dev.foretell.trace.words.LineFile;
import dev.foretell.trace.words.SyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a file of sections. */
final class SectionReader implements LineFile.Statements {
    private static final String KEYWORDS = "class, section, origin, enter, end, exit, recursive or lockable";

    private final LineFile file;
    private final Map<String, String> classes = new LinkedHashMap<>();
    private final List<AtomicSection> sections = new ArrayList<>();
    /** Null before the first one. */
    private Draft draft;

    SectionReader(LineFile file) {
        this.file = file;
    }

    AtomicSections read() throws SyntaxException {
        file.read("sections", SectionFormat.VERSION, "a file of sections", "file", this);
        finish();
        return new AtomicSections(classes, sections);
    }

    @Override
    public void statement(String keyword, Line line) throws SyntaxException {
        switch (keyword) {
            case "class" -> line.checksum(classes);
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

    private void finish() throws SyntaxException {
        if (draft != null) {
            sections.add(draft.finish());
        }
    }

    /** A section of which not all lines have been read. */
    private static final class Draft {
        private final Line head;
        private final List<String> variables = new ArrayList<>();
        private Origin origin;
        private AccessPoint entry;
        private final List<SectionEnd> ends = new ArrayList<>();
        private final List<SectionExit> exits = new ArrayList<>();
        private boolean recursive;
        private Assurance lockable;

        Draft(Line line) throws SyntaxException {
            head = line;
            do {
                variables.add(line.word("a variable such as Account.balance or int[]"));
            } while (!line.atEnd());
        }

        void statement(String keyword, Line line) throws SyntaxException {
            switch (keyword) {
                case "origin" -> {
                    line.once(origin, "a section");
                    String word = line.word("load-store, test-use, access-interleaving or user");
                    origin = Origin.of(word);
                    if (origin == null) {
                        throw line.error(
                                "expected load-store, test-use, access-interleaving or user, but found '" + word + "'");
                    }
                }
                case "enter" -> {
                    line.once(entry, "a section");
                    entry = access(line);
                }
                case "end" -> ends.add(end(line));
                case "exit" -> exits.add(exit(line));
                case "recursive" -> recursive = true;
                default -> {
                    line.once(lockable, "a section");
                    lockable = lockable(line);
                }
            }
        }

        private SectionEnd end(Line line) throws SyntaxException {
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

        private static SectionExit exit(Line line) throws SyntaxException {
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

        private static Assurance lockable(Line line) throws SyntaxException {
            String word = line.word("yes, outside or no");
            return switch (word) {
                case "yes" -> Assurance.YES;
                case "outside" -> Assurance.OUTSIDE;
                case "no" -> Assurance.no(line.atEnd() ? "" : line.word("the reason in quotes"));
                default -> throw line.error("expected yes, outside or no, but found '" + word + "'");
            };
        }

        private static AccessPoint access(Line line) throws SyntaxException {
            String word = line.word("read or write");
            if (!word.equals("read") && !word.equals("write")) {
                throw line.error("expected read or write, but found '" + word + "'");
            }
            return new AccessPoint(word.equals("write"), place(line));
        }

        private static Place place(Line line) throws SyntaxException {
            String source = "";
            int number = -1;
            if (!line.startsWith('[')) {
                line.expect("at");
                source = line.fileOfPlace();
                number = line.lineOfPlace();
            }
            return line.startsWith('[') ? brackets(source, number, true, line) : new Place("", "", source, number, -1);
        }

        private static Place brackets(String source, int number, boolean instruction, Line line)
                throws SyntaxException {
            line.expect('[', "[");
            Line.Method code = line.method();
            int offset = -1;
            if (instruction) {
                line.expect('@', "the bytecode offset such as @23");
                offset = line.number("a bytecode offset", 0);
            }
            line.expect(']', "]");
            return new Place(code.className(), code.method(), source, number, offset);
        }

        AtomicSection finish() throws SyntaxException {
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
