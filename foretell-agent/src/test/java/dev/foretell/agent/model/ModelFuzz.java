// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Reads garbled model files as the agent does, and looks up their effects. Where a coverage-guided fuzzer enters;
 * {@code foretell-tool/fuzz} runs it, and {@code main} writes the seeds into a folder.
 */
public final class ModelFuzz {
    /** Each word of the format, in its usual context. */
    static final List<String> SEEDS = List.of("""
                    # a comment
                    type a.Lock b.Lock   # two types

                      lock()|lock(int)   acquire this.sync, blocks
                      poll               observe result if nonnull
                      put(Object,long)   write this concurrent by arg1, publish arg1
                      share              try this shared if true, permit-acquire arg1 times result
                    """, """
                    type a.Pool
                      unlock(long)       release this, upgrade this if true, downgrade this shared, optimistic this
                      give(int)          permit-release this times arg1
                      run                around thread, await-condition this, await-condition-timed this
                      iterator           read this as iterator early each
                      set                update arg2 by arg3, delegate arg2
                      *                  nothing
                    """, "type a.Lock\r\n\tlock\tacquire this\r\n");

    private static Path scratch;

    private ModelFuzz() {}

    /** Called by the fuzzer, by this name. */
    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (scratch == null) {
            scratch = Files.createTempDirectory("foretell-fuzz");
        }
        read(data, scratch);
    }

    /** Throws any other exception than the documented one that names the file. */
    static void read(byte[] input, Path folder) throws IOException {
        Path file = Files.write(folder.resolve("x.model"), input);
        Models models;
        try {
            models = Models.load(List.of(file));
        } catch (ModelException documented) {
            if (!documented.getMessage().startsWith(file.toString() + ":")) {
                throw new AssertionError("a message that does not name the file", documented);
            }
            return;
        }
        String text = new String(input, StandardCharsets.UTF_8);
        for (ModelLine line : ModelFile.parse("x.model", text)) {
            String owner = line.type().replace('.', '/');
            for (Models.Dispatch dispatch : Models.Dispatch.values()) {
                models.select(owner, line.method(), "(Ljava/lang/Object;J)V", dispatch, name -> Set.of(name));
            }
            if (models.line(line.type(), new Signature(line.method(), "()V", 0)) == null && line.parameters() == null) {
                throw new AssertionError("a line that is not found: " + line);
            }
        }
    }

    public static void main(String[] args) throws IOException {
        Path corpus = Files.createDirectories(Path.of(args[0]));
        for (int i = 0; i < SEEDS.size(); i++) {
            Files.writeString(corpus.resolve("MODEL-" + i), SEEDS.get(i));
        }
    }
}
