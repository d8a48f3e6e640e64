// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.util.List;

/**
 * Files below the working directory that the recorded run wrote, or that other programs wrote while it ran.
 *
 * @param files their paths are relative to the directory, with {@code /}
 * @param left what was not scanned because of a limit, a sentence each
 */
public record WrittenFiles(List<Written> files, List<String> left) {
    public static final WrittenFiles NONE = new WrittenFiles(List.of(), List.of());

    public WrittenFiles {
        files = files == null ? List.of() : List.copyOf(files);
        left = left == null ? List.of() : List.copyOf(left);
    }

    /** One of them; {@code before} is its size before the run, -1 when there was none. */
    public record Written(String path, long before) {}
}
