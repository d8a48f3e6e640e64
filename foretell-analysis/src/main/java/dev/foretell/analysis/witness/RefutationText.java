// SPDX-License-Identifier: Apache-2.0
package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.Trace;

/** Describes in a sentence, with file and line, why a goal is infeasible. */
final class RefutationText {
    private final TraceModel model;
    private final Trace trace;

    RefutationText(TraceModel model) {
        this.model = model;
        this.trace = model.trace();
    }

    /** An event depends on another that is at or after the event that must be next in its thread. */
    String tooLate(int dependent, int needed, int anomaly) {
        String what = dependency(dependent, needed);
        if (needed == anomaly) {
            return what + ", but that event must be next";
        }
        return what + ", after its own event at " + at(anomaly) + " in program order";
    }

    private String dependency(int dependent, int needed) {
        String who = thread(dependent);
        String other = thread(needed);
        if (trace.thread(dependent) == trace.thread(needed)) {
            return who + " cannot be stopped between " + at(dependent) + " and " + at(needed);
        }
        if (model.partner(dependent) == needed) {
            String reason = dependencyOnPartner(dependent, needed);
            if (!reason.isEmpty()) {
                return reason;
            }
        }
        String waits = who + " at " + at(dependent) + " waits for " + other + " at " + at(needed);
        return switch (trace.kind(needed)) {
            case FORK -> who + " is started by " + other + " at " + at(needed);
            case RELEASE, RELEASE_SHARED ->
                who + " acquires lock " + lock(needed) + " at " + at(dependent) + ", which " + other + " releases at "
                        + at(needed);
            case PERMIT_RELEASE ->
                who + " acquires a permit of " + trace.semaphoreName(trace.target(needed)) + " at " + at(dependent)
                        + ", which " + other + " releases at " + at(needed);
            case PERMIT_ACQUIRE ->
                who + " finds no permit of " + trace.semaphoreName(trace.target(needed)) + " at " + at(dependent)
                        + ", because " + other + " has acquired one at " + at(needed);
            case READ, WRITE, VOLATILE_READ, VOLATILE_WRITE, ACQUIRE, ACQUIRE_SHARED -> waits;
            case BEGIN, END, JOIN, WAKE, NOTIFY, NOTIFY_ALL, INIT_BEGIN, INIT_END, INIT_USE -> waits;
            case PUBLISH, OBSERVE, REGION_BEGIN, REGION_END, TRY_ACQUIRE_FAILED, TRY_PERMIT_FAILED -> waits;
        };
    }

    /** Empty when the kind of the event has no sentence of its own. */
    private String dependencyOnPartner(int dependent, int needed) {
        String who = thread(dependent);
        String other = thread(needed);
        return switch (trace.kind(dependent)) {
            case READ, VOLATILE_READ ->
                who + " reads " + trace.variableName(trace.target(dependent)) + " at " + at(dependent) + ", which "
                        + other + " writes at " + at(needed);
            case JOIN -> who + " waits at " + at(dependent) + " for " + other + " to end";
            case WAKE -> who + " waits at " + at(dependent) + " until " + other + " notifies it at " + at(needed);
            case TRY_ACQUIRE_FAILED ->
                who + " fails to acquire lock " + lock(needed) + " at " + at(dependent) + ", because " + other
                        + " has acquired it at " + at(needed);
            case INIT_USE -> who + " uses a class that " + other + " initialises at " + at(needed);
            case WRITE, VOLATILE_WRITE, ACQUIRE, RELEASE, ACQUIRE_SHARED, RELEASE_SHARED -> "";
            case PERMIT_ACQUIRE, PERMIT_RELEASE, TRY_PERMIT_FAILED, PUBLISH, OBSERVE -> "";
            case FORK, BEGIN, END, NOTIFY, NOTIFY_ALL, INIT_BEGIN, INIT_END, REGION_BEGIN, REGION_END -> "";
        };
    }

    String inInitialiser(int event) {
        return "the event at " + at(event) + " is in a class initialiser, where no thread can be stopped";
    }

    String againstProgramOrder(int event, int before) {
        return thread(event) + " executes " + at(event) + " after " + at(before) + " in program order";
    }

    String dependsOnLater(int event, int later) {
        return thread(event) + " at " + at(event) + " depends on " + thread(later) + " at " + at(later)
                + ", so it cannot come first";
    }

    String bothHold(int acquire, int other) {
        return thread(acquire) + " and " + thread(other) + " would both hold lock " + lock(acquire) + ", acquired at "
                + at(acquire) + " and at " + at(other);
    }

    String cannotComeLast(int acquire, int release) {
        return thread(acquire) + " still holds lock " + lock(acquire) + " (acquired at " + at(acquire) + "), so "
                + thread(release) + " must have released it before, at " + at(release) + ", which depends on "
                + thread(acquire) + " holding it";
    }

    String noOrder() {
        return "no schedule reaches it in which every read keeps its reads-from write and no lock is held twice";
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
