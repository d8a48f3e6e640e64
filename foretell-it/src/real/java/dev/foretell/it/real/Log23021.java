// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Category;
import org.apache.log4j.Level;
import org.apache.log4j.spi.LoggingEvent;

/** log4j 23021: the thread that writes dies of an exception, and all others wait for room in the buffer. */
public final class Log23021 {
    public static void main(String[] args) throws Exception {
        AsyncAppender async = new AsyncAppender();
        async.setBufferSize(1);
        async.addAppender(new AppenderSkeleton() {
            @Override
            protected void append(LoggingEvent event) {
                if (event.getMessage().equals("bad")) {
                    throw new IllegalArgumentException("bad");
                }
            }

            @Override
            public void close() {}

            @Override
            public boolean requiresLayout() {
                return false;
            }
        });
        Thread good = Play.start("good", () -> {
            for (int i = 0; i < 3; i++) {
                async.doAppend(event("good"));
            }
        });
        Play.settle(good);
        Thread bad = Play.start("bad", () -> async.doAppend(event("bad")));
        Play.join(good, bad);
    }

    private static LoggingEvent event(String message) {
        return new LoggingEvent("driver", Category.getInstance("driver"), Level.INFO, message, null);
    }
}
