// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.util.ArrayList;
import java.util.List;

/** Options in the order of their declaration, with a common prefix of their keys. */
final class OptionGroup {
    private final String prefix;
    private final List<AgentOption<?>> options = new ArrayList<>();

    OptionGroup(String prefix) {
        this.prefix = prefix;
    }

    /** An option that a file need not have; a default of null stands for none. */
    <T> AgentOption<T> declare(String name, OptionType<T> type, T defaultValue, String meaning) {
        return add(new AgentOption<>(prefix + name, type, defaultValue, false, meaning));
    }

    /** An option that each file has. */
    <T> AgentOption<T> require(String name, OptionType<T> type, String meaning) {
        return add(new AgentOption<>(prefix + name, type, null, true, meaning));
    }

    private <T> AgentOption<T> add(AgentOption<T> option) {
        options.add(option);
        return option;
    }

    List<AgentOption<?>> all() {
        return options;
    }
}
