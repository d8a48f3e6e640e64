// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Category;
import org.apache.log4j.Level;
import org.apache.log4j.spi.LoggingEvent;

/** log4j 38137: readers and writers of the buffer wait for the same monitor, and {@code notify} wakes the wrong one. */
public final class Log38137 {
    public static void main(String[] args) throws Exception {
        AsyncAppender async = new AsyncAppender();
        async.setBufferSize(1);
        Thread[] writers = new Thread[4];
        for (int i = 0; i < writers.length; i++) {
            LoggingEvent event = new LoggingEvent("driver", Category.getInstance("driver"), Level.INFO, i, null);
            writers[i] = Play.start("writer-" + i, () -> async.append(event));
            Play.settle(writers[i]);
        }
        Play.join(writers);
    }
}
