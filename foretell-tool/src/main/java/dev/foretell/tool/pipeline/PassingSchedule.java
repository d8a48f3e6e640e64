// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** When the recorded run failed: the first schedule under which the program does not, kept as a clip. */
final class PassingSchedule {
    private static final String CLIP = "clips/ends-well.clip";

    private final OutputFolder folder;
    private final boolean needed;
    private final AtomicBoolean found = new AtomicBoolean();

    PassingSchedule(OutputFolder folder, boolean needed) {
        this.folder = folder;
        this.needed = needed;
    }

    /** The program was re-executed under this clip. */
    void offer(Clip clip, Replayer.Directed directed) throws IOException {
        if (needed && HarmJudge.isWell(directed) && found.compareAndSet(false, true)) {
            ClipFormat.write(clip, folder.file(CLIP));
        }
    }

    /** The path of the clip within the output folder; null when there is none. */
    String clip() {
        return found.get() ? CLIP : null;
    }
}
