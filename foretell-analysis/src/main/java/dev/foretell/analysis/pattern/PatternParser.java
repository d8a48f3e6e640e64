// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.pattern;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a pattern file line by line up to the first error. */
final class PatternParser {
    private static final List<String> SEQUENCES = List.of("E", "T", "SV", "AR", "AT");
    private static final String WORDS = "pattern, description, E, T, SV, AR, AT, together or set";

    /** A word of the file and its position, counted from 1. */
    private record Word(String text, int line, int column) {}

    /** The block read so far. */
    private static final class Block {
        final Word name;
        String description = "";
        Word together;
        final Map<String, List<Word>> sequences = new LinkedHashMap<>();
        final Map<String, Word> keys = new HashMap<>();

        Block(Word name) {
            this.name = name;
        }
    }

    private final String file;
    private final List<Pattern> patterns = new ArrayList<>();
    private final List<AtomicSet> sets = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> setNames = new HashSet<>();
    private Block block;
    private String text;
    private int line;
    private int position;

    PatternParser(String file) {
        this.file = file;
    }

    PatternFile parse(BufferedReader in) throws IOException {
        for (String next = in.readLine(); next != null; next = in.readLine()) {
            int comment = next.indexOf('#');
            text = (comment < 0 ? next : next.substring(0, comment)).stripTrailing();
            position = 0;
            line++;
            if (!text.isBlank()) {
                line();
            }
        }
        finish();
        return new PatternFile(patterns, sets);
    }

    private void line() throws PatternException {
        Word key = word("one of " + WORDS, false);
        switch (key.text) {
            case "pattern" -> {
                finish();
                Word name = word("the pattern's name", true);
                if (!names.add(name.text)) {
                    throw wrong(name, "there is already a pattern " + name.text);
                }
                block = new Block(name);
                end();
            }
            case "set" -> set();
            case "description" -> {
                blanks();
                inBlock(key).description = text.substring(position);
            }
            case "together" -> {
                inBlock(key).together = key;
                end();
            }
            default -> {
                if (!SEQUENCES.contains(key.text)) {
                    throw wrong(key, "expected one of " + WORDS + ", but found '" + key.text + "'");
                }
                Block own = inBlock(key);
                if (own.keys.put(key.text, key) != null) {
                    throw wrong(key, "pattern " + own.name.text + " already has a line " + key.text);
                }
                own.sequences.put(key.text, sequence(key));
            }
        }
    }

    private Block inBlock(Word key) throws PatternException {
        if (block == null) {
            throw wrong(key, "'" + key.text + "' belongs to a pattern, and there is no line 'pattern NAME' before it");
        }
        return block;
    }

    private List<Word> sequence(Word key) throws PatternException {
        expect('=', "'=' after " + key.text);
        List<Word> words = new ArrayList<>();
        do {
            Word word = word(key.text.equals("AT") ? "r or w" : "a name", false);
            if (key.text.equals("AT") && !word.text.equals("r") && !word.text.equals("w")) {
                throw wrong(word, "expected r or w, but found '" + word.text + "'");
            }
            words.add(word);
        } while (accept('-'));
        end();
        return words;
    }

    private void set() throws PatternException {
        finish();
        Word name = word("the set's name", true);
        if (!setNames.add(name.text)) {
            throw wrong(name, "there is already a set " + name.text);
        }
        expect('=', "'=' after the set's name");
        Set<String> members = new LinkedHashSet<>();
        do {
            blanks();
            int start = position;
            while (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != ' ') {
                position++;
            }
            Word member = new Word(text.substring(start, position), line, start + 1);
            if (member.text.isEmpty()) {
                throw wrong(member, "expected a variable such as Account.balance" + found());
            }
            if (!members.add(member.text)) {
                throw wrong(member, member.text + " is already in the set");
            }
        } while (accept(','));
        end();
        if (members.size() < 2) {
            throw wrong(name, "set " + name.text + " has only one variable; a set needs two or more");
        }
        sets.add(new AtomicSet(name.text, members));
    }

    /** Ends the current block, if there is one, and checks it as a whole. */
    private void finish() throws PatternException {
        if (block == null) {
            return;
        }
        for (String key : SEQUENCES) {
            if (!block.sequences.containsKey(key)) {
                throw wrong(block.name, "pattern " + block.name.text + " has no line " + key);
            }
        }
        List<Word> events = block.sequences.get("E");
        for (String key : SEQUENCES) {
            sameLength(key, block.sequences.get(key), events.size());
        }
        unique(events, "event %s occurs twice");
        List<Word> threads = block.sequences.get("T");
        if (threads.stream().map(Word::text).distinct().count() < 2) {
            throw wrong(threads.get(0), "expected at least two different threads");
        }
        if (block.together != null) {
            unique(threads, "thread %s occurs twice, but events that are next together are of different threads");
            conflicting(block.sequences.get("SV"), block.sequences.get("AT"));
        }
        regionsOfOneThread(threads, block.sequences.get("AR"));
        patterns.add(new Pattern(
                block.name.text,
                block.description,
                numbers(threads),
                numbers(block.sequences.get("SV")),
                numbers(block.sequences.get("AR")),
                block.sequences.get("AT").stream().map(w -> w.text.equals("w")).toList(),
                block.together != null));
        block = null;
    }

    private void sameLength(String key, List<Word> words, int expected) throws PatternException {
        if (words.size() == expected) {
            return;
        }
        Word last = words.get(words.size() - 1);
        Word at = words.size() > expected
                ? words.get(expected)
                : new Word("", last.line, last.column + last.text.length());
        throw wrong(at, key + " has " + words.size() + " entries, but E has " + expected);
    }

    private void unique(List<Word> words, String complaint) throws PatternException {
        Set<String> seen = new HashSet<>();
        for (Word word : words) {
            if (!seen.add(word.text)) {
                throw wrong(word, String.format(complaint, word.text));
            }
        }
    }

    /** A re-execution shows that two threads are next to conflicting accesses; for other events it could not. */
    private void conflicting(List<Word> variables, List<Word> accesses) throws PatternException {
        boolean written = accesses.stream().anyMatch(access -> access.text.equals("w"));
        boolean same = variables.stream().map(Word::text).distinct().count() == 1;
        if (variables.size() != 2 || !same || !written) {
            throw wrong(
                    block.together, "expected two events on one variable, one of them a write, to be next together");
        }
    }

    private void regionsOfOneThread(List<Word> threads, List<Word> regions) throws PatternException {
        Map<String, String> owners = new HashMap<>();
        for (int i = 0; i < regions.size(); i++) {
            String thread = threads.get(i).text;
            String owner = owners.putIfAbsent(regions.get(i).text, thread);
            if (owner != null && !owner.equals(thread)) {
                throw wrong(
                        regions.get(i),
                        "region " + regions.get(i).text + " belongs to thread " + owner
                                + ", but this event is of thread " + thread);
            }
        }
    }

    private static List<Integer> numbers(List<Word> words) {
        Map<String, Integer> known = new HashMap<>();
        List<Integer> numbers = new ArrayList<>();
        for (Word word : words) {
            numbers.add(known.computeIfAbsent(word.text, k -> known.size()));
        }
        return numbers;
    }

    private void blanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    /** A name ends at a blank and at the language's own symbols; a pattern's own name may contain a dash. */
    private Word word(String expected, boolean dashes) throws PatternException {
        blanks();
        int start = position;
        while (position < text.length() && isPart(text.charAt(position), dashes)) {
            position++;
        }
        if (position == start) {
            throw wrong(new Word("", line, start + 1), "expected " + expected + found());
        }
        return new Word(text.substring(start, position), line, start + 1);
    }

    private static boolean isPart(char c, boolean dashes) {
        return !Character.isWhitespace(c) && c != '=' && c != ',' && (dashes || c != '-');
    }

    private boolean accept(char c) {
        blanks();
        if (position < text.length() && text.charAt(position) == c) {
            position++;
            return true;
        }
        return false;
    }

    private void expect(char c, String what) throws PatternException {
        if (!accept(c)) {
            throw wrong(new Word("", line, position + 1), "expected " + what + found());
        }
    }

    private void end() throws PatternException {
        blanks();
        if (position < text.length()) {
            throw wrong(new Word("", line, position + 1), "expected the end of the line" + found());
        }
    }

    private String found() {
        return position < text.length() ? ", but found '" + text.charAt(position) + "'" : ", but the line ends";
    }

    private PatternException wrong(Word at, String what) {
        return new PatternException(file, at.line, at.column, what);
    }
}
