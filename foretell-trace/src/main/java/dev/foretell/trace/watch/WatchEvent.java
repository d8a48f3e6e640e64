// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.watch;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import java.util.ArrayList;
import java.util.List;

/**
 * An anomaly that the watcher has observed.
 *
 * @param number by which later lines refer to it, unique in its JVM
 * @param kind {@code race} or {@code atomicity}
 * @param variable the field, {@code com.acme.Account.balance}, or the kind of array
 * @param object the object, for people; empty for a static field
 * @param spots the accesses, in the order of the pattern
 */
public record WatchEvent(int number, String kind, String variable, String object, List<Spot> spots) {
    public static final String RACE = AnomalyKind.RACE.id();
    public static final String ATOMICITY = AnomalyKind.ATOMICITY.id();

    private static final int HEAD = 5;

    public WatchEvent {
        spots = List.copyOf(spots);
    }

    /**
     * One access.
     *
     * @param thread the thread's name
     * @param rank see {@link Site#rank}
     * @param stack innermost frame first; empty when the thread had gone on before it could be taken
     */
    public record Spot(String thread, Site site, int rank, List<String> stack) {
        private static final int FIELDS = 10;

        public Spot {
            stack = List.copyOf(stack);
        }
    }

    /** As a line of the watcher's log. */
    public String line() {
        String[] fields = new String[HEAD + spots.size() * Spot.FIELDS];
        fields[0] = WatchLine.SIGHTING;
        fields[1] = Integer.toString(number);
        fields[2] = kind;
        fields[3] = variable;
        fields[4] = object;
        int next = HEAD;
        for (Spot spot : spots) {
            Site site = spot.site();
            fields[next++] = spot.thread();
            fields[next++] = site.className();
            fields[next++] = site.method();
            fields[next++] = site.sourceFile();
            fields[next++] = Integer.toString(site.line());
            fields[next++] = Integer.toString(site.offset());
            fields[next++] = site.op().clipWord();
            fields[next++] = site.what();
            fields[next++] = Integer.toString(spot.rank());
            fields[next++] = String.join("\n", spot.stack());
        }
        return WatchLine.of(fields);
    }

    /** Throws an {@link IllegalArgumentException} when the fields are not those of a sighting. */
    public static WatchEvent of(List<String> fields) {
        if (fields.size() < HEAD || (fields.size() - HEAD) % Spot.FIELDS != 0) {
            throw new IllegalArgumentException("a sighting with " + fields.size() + " fields");
        }
        List<Spot> spots = new ArrayList<>();
        for (int next = HEAD; next < fields.size(); next += Spot.FIELDS) {
            Site site = new Site(
                    fields.get(next + 1),
                    fields.get(next + 2),
                    fields.get(next + 3),
                    Integer.parseInt(fields.get(next + 4)),
                    Integer.parseInt(fields.get(next + 5)),
                    operation(fields.get(next + 6)),
                    fields.get(next + 7));
            int rank = Integer.parseInt(fields.get(next + 8));
            String stack = fields.get(next + 9);
            spots.add(new Spot(fields.get(next), site, rank, stack.isEmpty() ? List.of() : List.of(stack.split("\n"))));
        }
        return new WatchEvent(Integer.parseInt(fields.get(1)), fields.get(2), fields.get(3), fields.get(4), spots);
    }

    /** Earlier versions wrote the name of the constant. */
    private static EventKind operation(String word) {
        EventKind kind = EventKind.ofClipWord(word);
        return kind == null ? EventKind.valueOf(word) : kind;
    }
}
