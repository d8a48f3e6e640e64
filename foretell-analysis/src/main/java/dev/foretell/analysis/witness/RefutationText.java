// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;

/** Says in a sentence, with file and line, why events cannot come together. */
final class RefutationText {
    private final TraceModel model;
    private final Trace trace;

    RefutationText(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    /** An event needs another that its thread does only at or after the point where it should stand. */
    String tooLate(int demanding, int needed, int anomaly) {
        String what = dependency(demanding, needed);
        if (needed == anomaly) {
            return what + ": that is the very step it should stand before";
        }
        return what + ", only after its own step at " + at(anomaly);
    }

    private String dependency(int demanding, int needed) {
        String who = thread(demanding);
        String other = thread(needed);
        if (trace.thread(demanding) == trace.thread(needed)) {
            return who + " cannot be held between " + at(demanding) + " and " + at(needed);
        }
        if (model.partner(demanding) == needed) {
            switch (trace.kind(demanding)) {
                case READ, VOLATILE_READ -> {
                    return who + " reads " + trace.variableName(trace.target(demanding)) + " at " + at(demanding)
                            + ", which " + other + " sets at " + at(needed);
                }
                case JOIN -> {
                    return who + " waits at " + at(demanding) + " for " + other + " to end";
                }
                case WAKE -> {
                    return who + " waits at " + at(demanding) + " until " + other + " notifies it at " + at(needed);
                }
                case TRY_ACQUIRE_FAILED -> {
                    return who + " is refused lock " + lock(needed) + " at " + at(demanding) + ", because " + other
                            + " has taken it at " + at(needed);
                }
                case INIT_USE -> {
                    return who + " uses a class that " + other + " initialises at " + at(needed);
                }
                default -> {}
            }
        }
        return switch (trace.kind(needed)) {
            case FORK -> who + " is started by " + other + " at " + at(needed);
            case RELEASE, RELEASE_SHARED ->
                who + " takes lock " + lock(needed) + " at " + at(demanding) + ", which " + other + " gives up at "
                        + at(needed);
            case PERMIT_RELEASE ->
                who + " takes a permit of " + trace.semaphoreName(trace.target(needed)) + " at " + at(demanding)
                        + ", which " + other + " gives at " + at(needed);
            case PERMIT_ACQUIRE ->
                who + " finds no permit of " + trace.semaphoreName(trace.target(needed)) + " at " + at(demanding)
                        + ", because " + other + " has taken one at " + at(needed);
            default -> who + " at " + at(demanding) + " waits for " + other + " at " + at(needed);
        };
    }

    String inInitialiser(int event) {
        return "the step at " + at(event) + " lies in a class initialiser, where no thread can be held";
    }

    String againstProgramOrder(int event, int before) {
        return thread(event) + " does the step at " + at(event) + " only after the one at " + at(before);
    }

    String dependsOnLater(int event, int later) {
        return thread(event) + " at " + at(event) + " depends on what " + thread(later) + " does at " + at(later)
                + ", so it cannot come first";
    }

    String bothHold(int acquire, int other) {
        return thread(acquire) + " and " + thread(other) + " would both hold lock " + lock(acquire) + ", taken at "
                + at(acquire) + " and at " + at(other);
    }

    String cannotComeLast(int acquire, int release) {
        return thread(acquire) + " still holds lock " + lock(acquire) + " (taken at " + at(acquire) + "), so "
                + thread(release) + " must have given it up at " + at(release)
                + " before, but cannot get there before " + thread(acquire) + " takes it";
    }

    String noOrder() {
        return "no order of the threads' steps leads there in which every read sees the write that it saw and no lock is"
                + " held twice";
    }

    private String lock(int event) {
        return trace.lockName(trace.target(event));
    }

    private String thread(int event) {
        return trace.threads().get(trace.thread(event)).name();
    }

    private String at(int event) {
        return trace.site(trace.siteOf(event)).position();
    }
}
