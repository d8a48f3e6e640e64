// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.util.Properties;

/**
 * One option of the agent, declared once in {@link AgentOptions} or {@link WatchOptions}: reader, writer, validation
 * and {@code docs/agent-options.md} all come from the declaration.
 */
public final class AgentOption<T> {
    private final String name;
    private final OptionType<T> type;
    private final T defaultValue;
    private final boolean required;
    private final String meaning;

    AgentOption(String name, OptionType<T> type, T defaultValue, boolean required, String meaning) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.required = required;
        this.meaning = meaning;
    }

    /** The key in the file. */
    public String name() {
        return name;
    }

    /** The values it takes, for people. */
    public String type() {
        return type.description();
    }

    /** Null for none. */
    public T defaultValue() {
        return defaultValue;
    }

    /** Whether a file without it is wrong. */
    public boolean isRequired() {
        return required;
    }

    public String meaning() {
        return meaning;
    }

    /** The default as the file would have it; empty for none. */
    public String defaultText() {
        Properties out = new Properties();
        write(out, defaultValue);
        return out.getProperty(name, "");
    }

    /** Throws {@link IllegalArgumentException} when this is not one of its values. */
    T checked(T value) {
        boolean right = value == null ? defaultValue == null && !required : type.accepts(value);
        if (!right) {
            throw wrong(String.valueOf(value));
        }
        return value;
    }

    /** The value in a file, or the default. */
    T read(Properties in) {
        T value;
        try {
            value = type.read(in, name);
        } catch (IllegalArgumentException e) {
            throw wrong(in.getProperty(name));
        }
        if (value != null) {
            return checked(value);
        }
        if (required) {
            throw new IllegalArgumentException("the option " + name + " is missing");
        }
        return defaultValue;
    }

    void write(Properties out, T value) {
        if (value != null) {
            type.write(out, name, value);
        }
    }

    private IllegalArgumentException wrong(String value) {
        return new IllegalArgumentException(
                "the option " + name + " must be " + type.description() + ", not '" + value + "'");
    }

    @Override
    public String toString() {
        return name;
    }
}
