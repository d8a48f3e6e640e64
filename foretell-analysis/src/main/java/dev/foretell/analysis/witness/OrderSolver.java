package dev.foretell.analysis.witness;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.trace.EventKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds a valid order for a closed set of events where moving blocks was not enough: {@link Saturation} derives all order
 * that follows, {@link OrderSearch} decides the rest.
 *
 * <p>Only the events from the first section that has to move are reordered at first; the long stretch before it stays as
 * recorded. When that fails, everything is open.
 */
final class OrderSolver {
    /** Largest number of clock entries: events times threads. */
    private static final long MAX_CLOCKS = 16_000_000;

    private final TraceModel model;
    private final Question question;
    private final Closure closure;
    private final int[] recorded;
    private boolean gaveUp;
    private String reason;

    /** {@code recorded}: the events of the closure in recorded order. */
    OrderSolver(Question question, Closure closure, int[] recorded) {
        this.model = question.model;
        this.question = question;
        this.closure = closure;
        this.recorded = recorded;
    }

    /** Null when there is no order, or none was found and {@link #gaveUp} says so. */
    int[] solve() {
        int start = firstToMove();
        if (start > 0) {
            int[] found = attempt(start);
            if (found != null) {
                return found;
            }
        }
        gaveUp = false;
        return attempt(0);
    }

    boolean gaveUp() {
        return gaveUp;
    }

    /** Why there is no order, when one lock tells it all; null otherwise. */
    String reason() {
        return reason;
    }

    private int firstToMove() {
        int first = Integer.MAX_VALUE;
        for (int acquire : closure.lasts()) {
            first = Math.min(first, model.regionStart(acquire));
        }
        for (int e : question.goal.chain()) {
            int region = model.regionStart(e);
            first = Math.min(first, region < 0 ? e : region);
        }
        return first == Integer.MAX_VALUE || cutsInitialiser(first) ? 0 : first;
    }

    private boolean cutsInitialiser(int start) {
        for (int e : recorded) {
            if (e < start && model.trace().kind(e) != EventKind.WAIT && model.sticky(e) && model.next(e) >= start) {
                return true;
            }
        }
        return false;
    }

    private int[] attempt(int start) {
        int events = 0;
        for (int e : recorded) {
            events += e >= start ? 1 : 0;
        }
        if ((long) events * model.threadCount() > MAX_CLOCKS) {
            gaveUp = true;
            return null;
        }
        Window window = new Window(model, closure.ends(), recorded, start);
        Saturation saturation = new Saturation(window, question);
        if (!saturation.run(closure.lasts())) {
            gaveUp |= saturation.gaveUp();
            if (saturation.blockedAcquire() >= 0) {
                reason = new Wording(model).cannotComeLast(saturation.blockedAcquire(), saturation.blockedBy());
            }
            return null;
        }
        OrderSearch search = new OrderSearch(window, saturation, question);
        int[] tail = search.run();
        gaveUp |= search.gaveUp();
        return tail == null ? null : join(window, tail);
    }

    private int[] join(Window window, int[] tail) {
        int[] prefix = new int[model.threadCount()];
        System.arraycopy(window.from, 0, prefix, 0, prefix.length);
        IntArrayList all = new IntArrayList(new RecordedOrder(question, prefix).plain());
        all.addElements(all.size(), tail);
        return all.toIntArray();
    }
}
