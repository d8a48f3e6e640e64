// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the classes of many jars, as a page. */
final class VerifiedJarsPage {
    private static final String HEAD = """
            # Jars whose instrumented classes were verified

            Each class of these jars was instrumented in each of the %d settings below, loaded, and linked, so that the
            JVM's own verifier checked it. No code of it was run. Written by `foretell-agent/verify-jars`, on Java %s.

            - *instrumented*: classes that a setting has changed, added up over all settings
            - *verified*: those of them that the verifier accepted
            - *not linkable*: those of them that cannot be linked without probes either, most often because they need
              a class of a jar that is not there
            - *failed*: those that can be linked without probes, and not with them
            - *left*: methods and classes left without probes, and named in reports, because with them they would
              exceed the JVM's limit of 64 KB of code or 65,535 constants

            | jar | classes | instrumented | verified | not linkable | failed | left |
            |---|--:|--:|--:|--:|--:|--:|
            """;

    private final Map<String, int[]> rows = new LinkedHashMap<>();
    private final List<String> left = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    void add(Path jar, InstrumenterSetting setting, VerifiedJar.Result result) {
        int[] row = rows.computeIfAbsent(jar.getFileName().toString(), name -> new int[6]);
        row[0] = result.classes;
        row[1] += result.instrumented;
        row[2] += result.verified;
        row[3] += result.brokenBefore;
        row[4] += result.failed.size();
        row[5] += result.tooLarge.size();
        for (String name : result.tooLarge) {
            left.add(setting.title + ": " + name);
        }
        result.failed.forEach(
                (name, error) -> failures.add(jar.getFileName() + ", " + setting.title + ": " + name + ": " + error));
    }

    List<String> failures() {
        return failures;
    }

    String text() {
        StringBuilder text = new StringBuilder(HEAD.formatted(
                InstrumenterSetting.values().length, Runtime.version().feature()));
        int[] sum = new int[6];
        rows.forEach((jar, row) -> {
            text.append(row(jar, row));
            for (int i = 0; i < sum.length; i++) {
                sum[i] += row[i];
            }
        });
        text.append(row("**all**", sum));
        text.append("\nThe settings: ");
        for (InstrumenterSetting setting : InstrumenterSetting.values()) {
            text.append(setting.ordinal() == 0 ? "" : setting.ordinal() % 3 == 0 ? ",\n" : ", ")
                    .append('`')
                    .append(setting.title)
                    .append('`');
        }
        text.append(".\n");
        list(text, "Left", left);
        list(text, "Failed", failures);
        return text.toString();
    }

    private static void list(StringBuilder text, String title, List<String> entries) {
        if (!entries.isEmpty()) {
            text.append("\n").append(title).append(":\n\n");
            for (String entry : entries) {
                text.append("- ").append(entry).append('\n');
            }
        }
    }

    private static String row(String name, int[] row) {
        StringBuilder text = new StringBuilder("| ").append(name);
        for (int number : row) {
            text.append(" | ").append(number);
        }
        return text.append(" |\n").toString();
    }
}
