// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.agent.model.Effect.Condition;
import dev.foretell.agent.model.Effect.Subject;
import dev.foretell.agent.model.Effect.Trait;
import dev.foretell.agent.model.Effect.Verb;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the text of one model file; {@code docs/models.md} describes the format. */
final class ModelFile {
    private final String name;
    private final String text;
    private final List<ModelLine> lines = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;
    /** Of the `type` lines right above: several in a row name types of one block. */
    private final List<String> types = new ArrayList<>();

    private boolean isBlockOpen;
    /** Number of the argument that effects of the current line are about. */
    private int argument;

    private ModelFile(String name, String text) {
        this.name = name;
        this.text = text;
    }

    static List<ModelLine> parse(String name, String text) throws ModelException {
        ModelFile file = new ModelFile(name, text);
        file.parse();
        return file.lines;
    }

    /** Of a file's bytes, which must be UTF-8. */
    static List<ModelLine> parse(String name, byte[] bytes) throws ModelException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            int line = 1;
            for (int i = 0; i < text.length(); i++) {
                line += text.charAt(i) == '\n' ? 1 : 0;
            }
            throw new ModelException(name, line, text.length() - text.lastIndexOf('\n'), "expected UTF-8 text");
        }
        return parse(name, text);
    }

    private void parse() throws ModelException {
        while (at < text.length()) {
            blanks();
            if (!isEndOfLine()) {
                line();
            }
            while (at < text.length() && text.charAt(at) != '\n') {
                at++;
            }
            at++;
            line++;
            lineStart = at;
        }
    }

    private void line() throws ModelException {
        int start = at;
        String first = word("a type or a method");
        if (first.equals("type")) {
            if (isBlockOpen) {
                types.clear();
                isBlockOpen = false;
            }
            do {
                blanks();
                types.add(word("the name of a type"));
                blanks();
            } while (!isEndOfLine());
            return;
        }
        if (types.isEmpty()) {
            throw problem(start, "expected `type NAME` before the first method");
        }
        isBlockOpen = true;
        argument = 0;
        List<Effect> effects = new ArrayList<>();
        do {
            blanks();
            effects.add(effect());
            blanks();
        } while (takes(','));
        endOfLine();
        for (int from = 0; from <= first.length(); ) {
            int bar = first.indexOf('|', from);
            int to = bar < 0 ? first.length() : bar;
            add(first.substring(from, to), start + from, effects);
            from = to + 1;
        }
    }

    private void add(String signature, int start, List<Effect> effects) throws ModelException {
        int parenthesis = signature.indexOf('(');
        String method = parenthesis < 0 ? signature : signature.substring(0, parenthesis);
        if (method.isEmpty() || parenthesis >= 0 && !signature.endsWith(")")) {
            throw problem(start, "expected a method, such as `put` or `put(Object,Object)`, without blanks");
        }
        String parameters = parenthesis < 0 ? null : signature.substring(parenthesis);
        for (String type : types) {
            lines.add(new ModelLine(type, method, parameters, argument, effects));
        }
    }

    private Effect effect() throws ModelException {
        int start = at;
        String word = word("what the method does");
        Verb verb = Verb.of(word);
        if (verb == null) {
            throw problem(start, "`" + word + "` is no effect: expected " + Verb.words());
        }
        Effect.Builder effect = new Effect.Builder(verb);
        if (verb.has(Trait.NO_OBJECT)) {
            return effect.build();
        }
        blanks();
        start = at;
        word = word("`this`, `argN`, `result` or `thread`");
        int dot = word.indexOf('.');
        String object = dot < 0 ? word : word.substring(0, dot);
        Subject subject = subject(object, start);
        if (dot >= 0 && subject != Subject.THIS) {
            throw problem(start + dot, "only `this` can be followed by a field");
        }
        effect.on(subject, dot < 0 ? "" : word.substring(dot + 1));
        details(verb, effect);
        return effect.build();
    }

    private Subject subject(String word, int start) throws ModelException {
        switch (word) {
            case "this" -> {
                return Subject.THIS;
            }
            case "result" -> {
                return Subject.RESULT;
            }
            case "thread" -> {
                return Subject.THREAD;
            }
            default -> {
                int number = argument(word, start, "`this`, `argN`, `result` or `thread`");
                if (argument != 0 && argument != number) {
                    throw problem(start, "a line can be about one argument only, and this one has arg" + argument);
                }
                argument = number;
                return Subject.ARGUMENT;
            }
        }
    }

    private int argument(String word, int start, String expected) throws ModelException {
        boolean isArgument = word.length() == 4 && word.startsWith("arg");
        int number = isArgument ? word.charAt(3) - '0' : 0;
        if (number < 1 || number > 9) {
            throw problem(start, "`" + word + "`: expected " + expected);
        }
        return number;
    }

    private void details(Verb verb, Effect.Builder effect) throws ModelException {
        blanks();
        while (!isEndOfLine() && text.charAt(at) != ',') {
            int start = at;
            String word = word("");
            blanks();
            int next = at;
            switch (word) {
                case "concurrent" -> effect.concurrent();
                case "shared" -> {
                    require(verb, Trait.SHARED, start, "only a lock can be `shared`");
                    effect.shared();
                }
                case "interruptibly" -> {
                    require(verb, Trait.INTERRUPTIBLY, start, "only `acquire` can be done `interruptibly`");
                    effect.interruptibly();
                }
                case "early" -> effect.early();
                case "each" -> effect.each();
                case "by" -> effect.key(argument(word("`argN`"), next, "`argN`"));
                case "times" -> {
                    require(verb, Trait.TIMES, start, "only permits are taken or given several `times`");
                    String count = word("`argN` or `result`");
                    effect.key(count.equals("result") ? Effect.RESULT : argument(count, next, "`argN` or `result`"));
                }
                case "as" -> {
                    if (!word("`iterator`").equals("iterator")) {
                        throw problem(next, "expected `iterator`");
                    }
                    effect.asIterator();
                }
                case "if" -> {
                    String value = word("`true` or `nonnull`");
                    if (!value.equals("true") && !value.equals("nonnull")) {
                        throw problem(next, "`" + value + "`: expected `true` or `nonnull`");
                    }
                    effect.when(value.equals("true") ? Condition.TRUE : Condition.NONNULL);
                }
                default ->
                    throw problem(
                            start,
                            "`" + word + "`: expected a comma, `concurrent`, `shared`, `interruptibly`, `early`,"
                                    + " `each`, `by`, `times`, `as` or `if`");
            }
            blanks();
        }
    }

    private void require(Verb verb, Trait trait, int start, String problem) throws ModelException {
        if (!verb.has(trait)) {
            throw problem(start, problem);
        }
    }

    private void blanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\r')) {
            at++;
        }
    }

    private boolean isEndOfLine() {
        return at >= text.length() || text.charAt(at) == '\n' || text.charAt(at) == '#';
    }

    private void endOfLine() throws ModelException {
        blanks();
        if (!isEndOfLine()) {
            throw problem(at, "expected the end of the line");
        }
    }

    private boolean takes(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    /** Up to a blank or, outside of parentheses, a comma. */
    private String word(String expected) throws ModelException {
        int start = at;
        int open = 0;
        while (!isEndOfLine()) {
            char c = text.charAt(at);
            if (c <= ' ' || c == ',' && open == 0) {
                break;
            }
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            at++;
        }
        if (at == start) {
            throw problem(at, "expected " + expected);
        }
        return text.substring(start, at);
    }

    private ModelException problem(int position, String what) {
        return new ModelException(name, line, position - lineStart + 1, what);
    }
}
