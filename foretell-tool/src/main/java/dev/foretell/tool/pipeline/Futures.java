// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Results of tasks on other threads. */
public final class Futures {
    private Futures() {}

    /** Waits for the result, or throws what the task threw. */
    public static <T> T resultOf(Future<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UserError known) {
                throw known;
            }
            if (cause instanceof InterruptedException interruption) {
                throw interruption;
            }
            throw cause instanceof IOException io ? io : new IOException(cause);
        }
    }
}
