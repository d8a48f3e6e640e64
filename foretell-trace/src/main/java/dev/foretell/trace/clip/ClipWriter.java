// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.clip;

import dev.foretell.trace.Site;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.words.Quotes;
import java.util.HashMap;
import java.util.Map;

/** Writes one clip as text. */
final class ClipWriter {
    private final Clip clip;
    private final Map<String, String> labels = new HashMap<>();
    private final StringBuilder out = new StringBuilder();

    ClipWriter(Clip clip) {
        this.clip = clip;
    }

    String text() {
        out.append(ClipFormat.MAGIC).append(' ').append(ClipFormat.VERSION).append('\n');
        out.append("kind ").append(clip.kind().id());
        AnomalyKind own = AnomalyKind.own(clip.kind().id());
        if (own == null || own.arrangement() != clip.kind().arrangement()) {
            out.append(' ').append(clip.kind().arrangement().word());
        }
        out.append('\n');
        out.append("title ").append(Quotes.quote(clip.title())).append('\n');
        if (clip.expected() != null) {
            out.append("expect ").append(clip.expected().text()).append('\n');
        }
        if (!clip.command().isEmpty()) {
            out.append("command");
            for (String word : clip.command()) {
                out.append(' ').append(Quotes.quote(word));
            }
            out.append('\n');
        }
        for (Map.Entry<String, String> entry : clip.classes().entrySet()) {
            out.append("class ").append(Quotes.bare(entry.getKey()));
            out.append(' ').append(Quotes.bare(entry.getValue())).append('\n');
        }
        for (Map.Entry<String, String> entry : clip.threads().entrySet()) {
            String label = "T" + (labels.size() + 1);
            labels.put(entry.getKey(), label);
            out.append("thread ").append(label).append(' ').append(Quotes.bare(entry.getKey()));
            out.append(' ').append(Quotes.quote(entry.getValue())).append('\n');
        }
        steps();
        anomaly();
        return out.toString();
    }

    private void steps() {
        if (!clip.steps().isEmpty()) {
            out.append('\n');
        }
        for (ClipStep step : clip.steps()) {
            out.append("run ").append(label(step.thread())).append(step.past() ? " past " : " until ");
            if (step.until() == null) {
                out.append("end");
            } else {
                point(step.until());
            }
            out.append('\n');
        }
    }

    private void anomaly() {
        if (!clip.anomaly().isEmpty()) {
            out.append('\n');
        }
        if (clip.shape().inOrder()) {
            sequence();
        } else {
            simultaneous();
        }
        if (clip.firstGoesOn()) {
            out.append("then first\n");
        }
    }

    private void simultaneous() {
        for (ClipPoint point : clip.anomaly()) {
            out.append("meet ").append(label(point.thread())).append(" before ");
            point(point);
            out.append('\n');
        }
        if (!clip.order().isEmpty()) {
            out.append("order");
            for (int index : clip.order()) {
                out.append(' ').append(label(clip.anomaly().get(index).thread()));
            }
            out.append('\n');
        }
    }

    private void sequence() {
        for (int i = 0; i < clip.anomaly().size(); i++) {
            ClipPoint point = clip.anomaly().get(i);
            out.append("pass ").append(label(point.thread())).append(' ');
            point(point);
            out.append(" as ").append(variable(clip.shape().variables().get(i)));
            out.append(" in u").append(clip.shape().regions().get(i) + 1).append('\n');
        }
    }

    /** x, y, z, x4, x5, … */
    private static String variable(int number) {
        return number < 3 ? String.valueOf((char) ('x' + number)) : "x" + (number + 1);
    }

    private String label(String path) {
        String label = labels.get(path);
        return label == null ? Quotes.bare(path) : label;
    }

    private void point(ClipPoint point) {
        Site site = point.site();
        boolean exact = !site.className().isEmpty() || !site.method().isEmpty() || site.offset() >= 0;
        String what = exact ? site.shortWhat() : site.what();
        out.append(site.op().clipWord());
        if (!what.isEmpty()) {
            out.append(' ').append(Quotes.bare(what));
        }
        if (!site.sourceFile().isEmpty() || site.line() >= 0 || !exact) {
            out.append(" at ").append(site.sourceFile().isEmpty() ? "?" : Quotes.bare(site.sourceFile()));
            out.append(':').append(site.line() < 0 ? "?" : Integer.toString(site.line()));
        }
        out.append(" #").append(point.occurrence());
        if (exact) {
            out.append(" [").append(Quotes.bare(site.className() + "." + site.method()));
            out.append(" @").append(site.offset());
            if (!ClipWords.complete(what, site.className()).equals(site.what())) {
                out.append(' ').append(Quotes.bare(site.what()));
            }
            out.append(']');
        }
    }
}
