// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.detect;

import dev.foretell.analysis.model.TraceModel;
import java.util.ArrayList;
import java.util.List;

/** Two ways to look for one kind of anomaly. */
public record CompositeDetector(Detector one, Detector other) implements Detector {
    @Override
    public Detection detect(TraceModel model) {
        Detection first = one.detect(model);
        Detection second = other.detect(model);
        return new Detection(
                joined(first.groups(), second.groups()),
                first.combinations() + second.combinations(),
                joined(first.truncated(), second.truncated()),
                events -> joined(
                        first.proposals().apply(events), second.proposals().apply(events)),
                events -> {
                    LongerMove farther = first.farther().apply(events);
                    return farther != null ? farther : second.farther().apply(events);
                });
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
