// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.dbcp.AbandonedTrace;

/** DBCP-271: the time of the last use is a plain long, written and read by different threads. */
public final class Dbcp271 extends AbandonedTrace {
    public static void main(String[] args) throws Exception {
        Dbcp271 trace = new Dbcp271();
        Thread user = Play.start("user", () -> trace.setLastUsed(42));
        Play.settle(user);
        Thread cleaner = Play.start("cleaner", trace::getLastUsed);
        Play.join(user, cleaner);
    }
}
