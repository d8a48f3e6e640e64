// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Patterns for names of classes, as in the agent: {@code *} matches within a package, {@code **} across packages; a
 * pattern that names a class matches its nested classes too.
 */
final class ClassPatterns {
    private ClassPatterns() {}

    /** Matches what one of them matches. */
    static Predicate<String> any(List<String> patterns) {
        List<Pattern> compiled = patterns.stream().map(ClassPatterns::compile).toList();
        return name -> compiled.stream().anyMatch(each -> each.matcher(name).matches());
    }

    private static Pattern compile(String pattern) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.startsWith("**", i)) {
                out.append(".*");
                i++;
            } else if (pattern.charAt(i) == '*') {
                out.append("[^.]*");
            } else {
                out.append(Pattern.quote(pattern.substring(i, i + 1)));
            }
        }
        return Pattern.compile(pattern.endsWith("*") ? out.toString() : out + "(\\$.*)?");
    }
}
