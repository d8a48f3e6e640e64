// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.order;

import dev.foretell.analysis.detect.CandidateGroup;
import dev.foretell.analysis.detect.CandidateGroups;
import dev.foretell.analysis.detect.Detection;
import dev.foretell.analysis.detect.Detector;
import dev.foretell.analysis.model.TraceModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds unobserved orders of events on one lock: see {@link LostNotifications}, {@link TimedOutWaits},
 * {@link InterruptedWaits} and {@link SwappedSections}. None is a bug by itself: candidates are judged by the harm of
 * their re-execution.
 *
 * <p>Linear in the trace but for the pairs of places on one lock.
 */
public final class SyncOrderDetector implements Detector {
    @Override
    public Detection detect(TraceModel model) {
        CandidateGroups notifications = new CandidateGroups();
        CandidateGroups sections = new CandidateGroups();
        List<String> truncated = new ArrayList<>();
        long combinations = new LostNotifications(model, notifications).find();
        combinations += new TimedOutWaits(model, notifications).find();
        combinations += new InterruptedWaits(model, notifications).find();
        combinations += new SwappedSections(model, sections, truncated).find();
        List<CandidateGroup> all = new ArrayList<>(notifications.list());
        all.addAll(sections.list());
        return new Detection(all, combinations, truncated);
    }
}
