// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import dev.foretell.trace.io.DefinitionRecord;
import dev.foretell.trace.io.TraceFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** The definitions, appended by plain writes: each is safe with the operating system before anything refers to it. */
final class DefinitionFile {
    private final Stopper stopper;
    /** Not a channel: a channel is closed when an interrupted thread uses it. Null once nothing more is written. */
    private RandomAccessFile file;

    DefinitionFile(Path folder, Stopper stopper) throws IOException {
        this.stopper = stopper;
        file = new RandomAccessFile(folder.resolve(TraceFormat.DEFINITIONS_FILE).toFile(), "rw");
        file.write(DefinitionRecord.fileHeader());
    }

    /** Appends a record; when that fails recording stops. */
    void append(byte[] record) {
        IOException failure;
        synchronized (this) {
            if (file == null) {
                return;
            }
            try {
                file.write(record);
                return;
            } catch (IOException full) {
                failure = full;
                file = null;
            }
        }
        stopper.stop(failure.getMessage());
    }

    /** By which a part of the recorder ends recording when it cannot write any more. */
    interface Stopper {
        void stop(String reason);
    }
}
