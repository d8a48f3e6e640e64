// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.InputKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Outcome;
import dev.foretell.trace.io.RecordedInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;

/**
 * The recorded inputs of all threads, to be replayed, and where each site of this run was in the recorded one. Tables
 * are guarded by itself; {@code numbers} is also read without the lock.
 */
final class InputReplay {
    final RecordedInputs recorded;
    final ReplayedClock nanos;
    final ReplayedClock wall;
    final ReplayedHashes hashes = new ReplayedHashes();
    final KeepAlives keepAlives;
    /** The inputs of class initialisers, whichever thread runs them. */
    final ReplayedInputs shared;

    private final OutcomeFile outcomeFile;
    /**
     * By number of the site in this run: its number in the recorded one, 0 when that is not known. Replaced when it
     * grows.
     */
    private volatile int[] numbers = new int[64];

    private Site[] sites = new Site[64];

    private boolean fresh;
    private boolean differed;

    InputReplay(RecordedInputs recorded, OutcomeFile outcomeFile) {
        this.recorded = recorded;
        this.outcomeFile = outcomeFile;
        this.keepAlives = new KeepAlives(recorded);
        this.nanos = new ReplayedClock(recorded.startNanos(), System.nanoTime());
        this.wall = new ReplayedClock(recorded.startWall(), realWall());
        this.shared = new ReplayedInputs(this, null, "");
    }

    /** The real time of day, in nanoseconds since 1970. */
    static long realWall() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** The inputs in a file; null without it, or when it cannot be read: then the program gets real inputs. */
    static InputReplay read(Path file, OutcomeFile outcomeFile) {
        try {
            RecordedInputs recorded = file == null ? RecordedInputs.NONE : RecordedInputs.read(file);
            return recorded.isEmpty() ? null : new InputReplay(recorded, outcomeFile);
        } catch (IOException e) {
            outcomeFile.add(Outcome.FRESH, "The recorded inputs cannot be read: " + e.getMessage());
            return null;
        }
    }

    synchronized void define(int first, ClassInfo info) {
        int number = first;
        for (Site site : info.sites()) {
            if (InputKind.of(site) != null) {
                int[] table = numbers;
                if (number >= table.length) {
                    table = Arrays.copyOf(table, Math.max(number + 1, table.length * 2));
                    sites = Arrays.copyOf(sites, table.length);
                }
                sites[number] = site;
                table[number] = recorded.number(site);
                numbers = table;
            }
            number++;
        }
    }

    int number(int site) {
        int[] table = numbers;
        return site < table.length ? table[site] : 0;
    }

    synchronized String describe(int site) {
        return site < sites.length && sites[site] != null ? InputKind.describe(sites[site]) : "an input";
    }

    /** From now on not all inputs are those of the recorded run; reported once. */
    void fresh(DirectedThread thread, int site, String why) {
        synchronized (this) {
            if (fresh) {
                return;
            }
            fresh = true;
        }
        outcomeFile.add(Outcome.FRESH, sentence(thread, site, why));
    }

    /** An input that is not replayed differs from the recorded one; reported once. */
    void differed(DirectedThread thread, int site, String why) {
        synchronized (this) {
            if (differed) {
                return;
            }
            differed = true;
        }
        outcomeFile.add(Outcome.DIFFERED, sentence(thread, site, why));
    }

    private String sentence(DirectedThread thread, int site, String why) {
        StringBuilder out = new StringBuilder();
        out.append(thread == null ? "A class initialiser" : "Thread " + DivergenceText.name(thread));
        return out.append(" called ")
                .append(describe(site))
                .append(' ')
                .append(why)
                .toString();
    }
}
