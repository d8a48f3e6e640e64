// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.direct;

/**
 * What a held thread does next. Written by the thread before it arrives, read under the scheduler's lock while it is
 * held.
 */
final class PendingEvent {
    int site;
    /** A plain access, the only kind that can be part of a race. */
    boolean access;
    /** An access to a volatile; whether it reads or writes is known from its site. */
    private boolean isVolatile;
    /** Something done to a monitor: entering it, waiting for it, or coming back from that. */
    private boolean isMonitor;

    boolean write;
    /** Null for a static field, which is known by its site; a monitor; or not known. */
    Object target;
    /** -1 unless an array element. */
    int index;

    void beforeAccess(Object target, int index, int site, boolean write) {
        this.target = target;
        this.index = index;
        this.site = site;
        this.write = write;
        this.access = true;
        this.isVolatile = false;
        this.isMonitor = false;
    }

    void beforeVolatile(Object target, int site) {
        this.target = target;
        this.index = -1;
        this.site = site;
        this.access = false;
        this.isVolatile = true;
        this.isMonitor = false;
    }

    void beforeMonitor(Object monitor, int site) {
        this.target = monitor;
        this.index = -1;
        this.site = site;
        this.access = false;
        this.isVolatile = false;
        this.isMonitor = true;
    }

    void beforeAtomic(Object target, int index, int site) {
        beforeVolatile(target, site);
        this.index = index;
    }

    void elsewhere(int site) {
        this.site = site;
        this.access = false;
        this.isVolatile = false;
        this.isMonitor = false;
    }

    /** Before something that can be an event of an anomaly. */
    boolean isEvent() {
        return access || isVolatile || isMonitor;
    }

    /** Whether the event is counted already; volatile accesses are counted when they have happened. */
    boolean isCounted() {
        return access || isMonitor;
    }

    void clear() {
        target = null;
        access = false;
        isVolatile = false;
        isMonitor = false;
    }
}
