// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;

/**
 * Asks Linux whether any thread of this process runs or could run. The JVM calls a thread waiting from the moment it
 * begins to wait until it runs again; one that was woken and has no processor yet looks the same to it, but not to the
 * kernel.
 */
final class LinuxTasks {
    /** What the kernel says. */
    enum Activity {
        ALL_SLEEP,
        SOME_RUN,
        UNKNOWN
    }

    private final File folder = new File("/proc/self/task");
    private final byte[] buffer = new byte[512];
    private String self;

    /** Called by one thread, which is left out. */
    Activity read() {
        String[] tasks = folder.list();
        if (tasks == null || tasks.length == 0) {
            return Activity.UNKNOWN;
        }
        try {
            if (self == null) {
                self = new File("/proc/thread-self").getCanonicalFile().getName();
            }
            for (String task : tasks) {
                if (!task.equals(self) && state(task) != 'S') {
                    return Activity.SOME_RUN;
                }
            }
            return Activity.ALL_SLEEP;
        } catch (IOException e) {
            return Activity.SOME_RUN; // a thread ended while it was asked for
        }
    }

    /** The letter behind the name, which is in parentheses and may itself contain some. */
    private char state(String task) throws IOException {
        try (FileInputStream in = new FileInputStream(new File(new File(folder, task), "stat"))) {
            int length = in.read(buffer);
            for (int i = length - 3; i >= 0; i--) {
                if (buffer[i] == ')') {
                    return (char) buffer[i + 2];
                }
            }
            return '?';
        }
    }
}
