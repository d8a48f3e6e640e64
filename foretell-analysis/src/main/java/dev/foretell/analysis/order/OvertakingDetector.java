// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.detect.Suspect;
import dev.foretell.analysis.detect.Suspects;
import dev.foretell.analysis.model.TraceModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Reports orders that the recorded run did not have, of events that concern one lock: see {@link LostNotifications},
 * {@link ExpiredWaits}, {@link InterruptedWaits} and {@link SwappedSections}. None is a bug by itself: candidates count
 * by what comes of them.
 *
 * <p>Linear in the trace but for the pairs of places on one lock.
 */
public final class OvertakingDetector implements Detector {
    @Override
    public Detection detect(TraceModel model) {
        Suspects notifications = new Suspects();
        Suspects sections = new Suspects();
        List<String> truncated = new ArrayList<>();
        long combinations = new LostNotifications(model, notifications).find();
        combinations += new ExpiredWaits(model, notifications).find();
        combinations += new InterruptedWaits(model, notifications).find();
        combinations += new SwappedSections(model, sections, truncated).find();
        List<Suspect> all = new ArrayList<>(notifications.list());
        all.addAll(sections.list());
        return new Detection(all, combinations, truncated);
    }
}
