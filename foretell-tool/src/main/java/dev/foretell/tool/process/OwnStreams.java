// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that the output of this process goes to. With {@code foretell check … > log} one lies in the working
 * directory of the program and changes while it runs, although the program does not write it.
 */
public final class OwnStreams {
    private OwnStreams() {}

    /** The keys of these files, see {@link BasicFileAttributes#fileKey}; empty where the system has none. */
    public static Set<Object> keys() {
        Set<Object> keys = new HashSet<>();
        for (String stream : List.of("/dev/fd/1", "/dev/fd/2")) {
            try {
                Object key = Files.readAttributes(Path.of(stream), BasicFileAttributes.class)
                        .fileKey();
                if (key != null) {
                    keys.add(key);
                }
            } catch (IOException | InvalidPathException e) {
                // Such a file would count as one of the program's, and not be compared because it varies.
            }
        }
        return keys;
    }
}
