// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.Site;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Names a bug so that it is recognised in a later session, also after the code around it has moved. A place is its
 * class, its method, what it does to what, and its rank among the places of the method that do the same; lines and
 * bytecode offsets do not enter.
 */
final class Fingerprints {
    private final ToIntFunction<Site> rank;

    Fingerprints(Map<String, ClassInfo> classes) {
        this.rank = site -> rank(site, classes.get(site.className()));
    }

    /** When the ranks are known already. */
    Fingerprints(ToIntFunction<Site> rank) {
        this.rank = rank;
    }

    /** {@code kind} with what else distinguishes two bugs at the same places. */
    String of(String kind, String variable, List<Site> sites) {
        StringBuilder text = new StringBuilder(kind).append('\n').append(variable);
        return of(text, sites.stream().map(this::place).toList());
    }

    /** Of places that are known by class and method only. */
    static String ofMethods(String kind, String variable, List<String> methods) {
        return of(new StringBuilder(kind).append('\n').append(variable), methods);
    }

    private static String of(StringBuilder text, List<String> places) {
        places.stream().sorted().forEach(place -> text.append('\n').append(place));
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    private String place(Site site) {
        if (site.className().isEmpty()) {
            return "line " + site.line();
        }
        return site.className() + "." + site.method() + " " + site.op() + " " + site.what() + " "
                + rank.applyAsInt(site);
    }

    private static int rank(Site site, ClassInfo info) {
        return info == null ? 0 : site.rank(info.sites());
    }
}
