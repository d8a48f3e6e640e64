// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * The values of an option and their form in the file. Classes, not lambdas: the agent reads its options before the
 * program's first class is loaded.
 */
abstract class OptionType<T> {
    /** For people, after "must be". */
    abstract String description();

    /** Never called with null. */
    boolean accepts(T value) {
        return true;
    }

    /** Null when the file does not have the option. May throw {@link IllegalArgumentException}. */
    abstract T read(Properties in, String name);

    /** Never called with null. */
    abstract void write(Properties out, String name, T value);

    /** One key, one value. */
    private abstract static class Single<T> extends OptionType<T> {
        abstract T parse(String text);

        abstract String format(T value);

        @Override
        T read(Properties in, String name) {
            String text = in.getProperty(name);
            return text == null ? null : parse(text);
        }

        @Override
        void write(Properties out, String name, T value) {
            out.setProperty(name, format(value));
        }
    }

    static final OptionType<String> TEXT = new Single<>() {
        @Override
        String description() {
            return "text";
        }

        @Override
        String parse(String text) {
            return text;
        }

        @Override
        String format(String value) {
            return value;
        }
    };

    /** Written as an absolute path, because the agent may run in another directory. */
    static final OptionType<Path> PATH = new Single<>() {
        @Override
        String description() {
            return "a path";
        }

        @Override
        Path parse(String text) {
            return Path.of(text);
        }

        @Override
        String format(Path value) {
            return value.toAbsolutePath().toString();
        }
    };

    /** Separated by commas. */
    static final OptionType<List<String>> PATTERNS = new Single<>() {
        @Override
        String description() {
            return "patterns without commas, separated by commas";
        }

        @Override
        boolean accepts(List<String> value) {
            for (String pattern : value) {
                if (pattern.isEmpty() || pattern.indexOf(',') >= 0) {
                    return false;
                }
            }
            return true;
        }

        @Override
        List<String> parse(String text) {
            return text.isEmpty() ? List.of() : Arrays.asList(text.split(","));
        }

        @Override
        String format(List<String> value) {
            return String.join(",", value);
        }
    };

    /** Each under a key of its own: {@code name.0}, {@code name.1}, … */
    static final OptionType<List<String>> TEXTS = new Numbered<>(TEXT, "texts");

    /** Likewise. */
    static final OptionType<List<Path>> PATHS = new Numbered<>(PATH, "paths");

    private static final class Numbered<T> extends OptionType<List<T>> {
        private final OptionType<T> element;
        private final String plural;

        Numbered(OptionType<T> element, String plural) {
            this.element = element;
            this.plural = plural;
        }

        @Override
        String description() {
            return plural + " under .0, .1 and so on";
        }

        @Override
        List<T> read(Properties in, String name) {
            List<T> values = new ArrayList<>();
            for (T value = element.read(in, name + ".0"); value != null; ) {
                values.add(value);
                value = element.read(in, name + "." + values.size());
            }
            return values;
        }

        @Override
        void write(Properties out, String name, List<T> values) {
            for (int i = 0; i < values.size(); i++) {
                element.write(out, name + "." + i, values.get(i));
            }
        }
    }

    static OptionType<Long> number(long least, long most) {
        return new Number(least, most);
    }

    private static final class Number extends Single<Long> {
        private final long least;
        private final long most;

        Number(long least, long most) {
            this.least = least;
            this.most = most;
        }

        @Override
        String description() {
            return most == Long.MAX_VALUE
                    ? least == Long.MIN_VALUE ? "a number" : "a number of at least " + least
                    : "a number from " + least + " to " + most;
        }

        @Override
        boolean accepts(Long value) {
            return value >= least && value <= most;
        }

        @Override
        Long parse(String text) {
            return Long.valueOf(text);
        }

        @Override
        String format(Long value) {
            return value.toString();
        }
    }

    /** The constants of an enum, in lower case. */
    static <E extends Enum<E>> OptionType<E> word(Class<E> type) {
        return new Word<>(type);
    }

    private static final class Word<E extends Enum<E>> extends Single<E> {
        private final Class<E> type;

        Word(Class<E> type) {
            this.type = type;
        }

        @Override
        String description() {
            StringBuilder out = new StringBuilder();
            E[] all = type.getEnumConstants();
            for (int i = 0; i < all.length; i++) {
                out.append(i == 0 ? "" : i < all.length - 1 ? ", " : " or ").append(format(all[i]));
            }
            return out.toString();
        }

        @Override
        boolean accepts(E value) {
            return type.isInstance(value);
        }

        @Override
        E parse(String text) {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        }

        @Override
        String format(E value) {
            return value.name().toLowerCase(Locale.ROOT);
        }
    }
}
