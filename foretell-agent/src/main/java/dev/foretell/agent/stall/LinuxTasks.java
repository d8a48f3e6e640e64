// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.stall;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;

/**
 * Whether any thread of this process runs or could run, as Linux reports it. For the JVM a thread waits until it runs
 * again; only the kernel distinguishes one that was woken and has no processor yet.
 */
final class LinuxTasks {
    /** What the kernel reports of the threads. */
    enum Activity {
        ALL_SLEEP,
        SOME_RUN,
        UNKNOWN
    }

    private final File folder = new File("/proc/self/task");
    private final byte[] buffer = new byte[512];
    private String self;

    /** To be called by one thread, which does not count. */
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
            return Activity.SOME_RUN; // a thread ended meanwhile
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
