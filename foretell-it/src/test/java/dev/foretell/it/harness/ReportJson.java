// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A {@code report.json}, read by its published field names only. */
public final class ReportJson {
    private final Path file;
    private final JsonNode root;

    /** A finding, with the fields that verdicts of subjects refer to. */
    public record Found(Head head, Impact impact, String variable, List<Place> places, String clip, String group) {
        public String id() {
            return head.id();
        }

        public String kind() {
            return head.kind();
        }

        public String status() {
            return head.status();
        }

        public String severity() {
            return impact.severity();
        }

        public String harmKind() {
            return impact.harmKind();
        }

        public String harmDetail() {
            return impact.harmDetail();
        }

        public boolean confirmed() {
            return status().equals("confirmed");
        }

        /** Folded away in reports. */
        public boolean isNote() {
            return severity().equals("note");
        }

        /** The one that represents its group in reports. */
        public boolean first() {
            return group.equals(id());
        }

        public Set<Integer> lines() {
            Set<Integer> lines = new TreeSet<>();
            places.forEach(place -> lines.add(place.line()));
            return lines;
        }
    }

    /** What it is. */
    public record Head(String id, String kind, String status) {}

    /** How bad it is; the kind of harm is {@code none} when none was seen. */
    public record Impact(String severity, String harmKind, String harmDetail) {}

    /** The place of one of its accesses. */
    public record Place(String className, int line, String op) {}

    private ReportJson(Path file, JsonNode root) {
        this.file = file;
        this.root = root;
    }

    /** The report of an output folder. */
    public static ReportJson of(Path folder) {
        Path file = folder.resolve("report.json");
        return new ReportJson(file, new JsonMapper().readTree(file.toFile()));
    }

    /** The same from text, as {@code --json} prints it. */
    public static ReportJson parse(String text) {
        return new ReportJson(null, new JsonMapper().readTree(text));
    }

    public List<Found> findings() {
        List<Found> findings = new ArrayList<>();
        for (JsonNode node : root.path("findings")) {
            List<Place> places = new ArrayList<>();
            for (JsonNode access : node.path("accesses")) {
                if (access.path("class").asString("").equals("java.lang.Thread")) {
                    continue; // the end of a thread has no line
                }
                places.add(new Place(
                        access.path("class").asString(""),
                        access.path("line").asInt(-1),
                        access.path("op").asString("")));
            }
            findings.add(new Found(
                    new Head(
                            node.path("id").asString(""),
                            node.path("kind").asString(""),
                            node.path("status").asString("")),
                    new Impact(
                            node.path("severity").asString(""),
                            node.path("harm").path("kind").asString("none"),
                            node.path("harm").path("detail").asString("")),
                    node.path("variable").asString(""),
                    places,
                    node.path("clip").asString(""),
                    node.path("group").asString("")));
        }
        return findings;
    }

    public List<Found> confirmed() {
        return findings().stream().filter(Found::confirmed).toList();
    }

    /** Any other field. */
    public JsonNode root() {
        return root;
    }

    /** As a failing test should show it. */
    @Override
    public String toString() {
        try {
            return file == null ? root.toPrettyString() : file + "\n" + Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
