// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.words.Line;
import dev.foretell.trace.words.Quotes;
import dev.foretell.trace.words.SyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * How the program fails when a clip of kind {@code failure} is replayed, without what differs from run to run: the line
 * {@code expect …}.
 *
 * @param what for an exception its class, for an exit its code; otherwise empty
 * @param message of an exception whose line is not known; otherwise empty
 * @param places the line that throws, or the lines at which the threads of a deadlock wait, sorted; none when they are
 *     not known
 */
public record ExpectedFailure(Kind kind, String what, String message, List<String> places) {
    private static final String KINDS = "exception, deadlock, hang or exit";

    /** The kind of failure. */
    public enum Kind {
        /** An exception, also one of a failed assertion, leaves a thread. */
        EXCEPTION("exception"),
        DEADLOCK("deadlock"),
        /** Every thread waits and none can wake another. */
        HANG("hang"),
        EXIT("exit");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    public ExpectedFailure {
        places = List.copyOf(places);
    }

    static ExpectedFailure read(Line line) throws SyntaxException {
        String word = line.word(KINDS);
        switch (word) {
            case "exception" -> {
                String type = line.word("the class of an exception");
                return new ExpectedFailure(
                        Kind.EXCEPTION, type, line.accept("saying") ? line.word("a message") : "", places(line, 1));
            }
            case "deadlock" -> {
                return new ExpectedFailure(Kind.DEADLOCK, "", "", places(line, Integer.MAX_VALUE));
            }
            case "hang" -> {
                return new ExpectedFailure(Kind.HANG, "", "", List.of());
            }
            case "exit" -> {
                line.atEnd(); // goes on to the number
                return new ExpectedFailure(
                        Kind.EXIT,
                        Integer.toString(line.number("an exit code such as 1", Integer.MIN_VALUE)),
                        "",
                        List.of());
            }
            default -> throw line.error("expected " + KINDS + ", but found '" + word + "'");
        }
    }

    private static List<String> places(Line line, int most) throws SyntaxException {
        List<String> places = new ArrayList<>();
        while (places.size() < most && line.accept("at")) {
            places.add(line.word("a line such as Account.java:12"));
        }
        return places;
    }

    /** As {@link #read} reads it; also for people. */
    public String text() {
        StringBuilder out = new StringBuilder(kind.word);
        if (!what.isEmpty()) {
            out.append(' ').append(Quotes.bare(what));
        }
        if (!message.isEmpty()) {
            out.append(" saying ").append(Quotes.quote(message));
        }
        for (String place : places) {
            out.append(" at ").append(Quotes.bare(place));
        }
        return out.toString();
    }
}
