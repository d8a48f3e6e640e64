// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import dev.foretell.tool.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The agent as a file. It travels inside the tool as a resource; when it is first needed it is unpacked under a name
 * that carries its checksum, so that versions cannot be mixed up.
 */
public final class AgentJar {
    private static final String RESOURCE = "/foretell-agent.jar";

    private final Optional<CacheFolder> cache;
    private final Path otherwise;
    private Path path;
    private String checksum;

    /** To be unpacked into the cache, or into the given folder when there is no cache. */
    public AgentJar(Optional<CacheFolder> cache, Path otherwise) {
        this.cache = cache;
        this.otherwise = otherwise;
    }

    /** An existing file. */
    public AgentJar(Path path, String checksum) {
        this(Optional.empty(), path.getParent());
        this.path = path;
        this.checksum = checksum;
    }

    /** Its file. */
    public synchronized Path path() throws IOException {
        unpack();
        return path;
    }

    /** Of its bytes, in hexadecimal. */
    public synchronized String checksum() throws IOException {
        unpack();
        return checksum;
    }

    private void unpack() throws IOException {
        if (path != null) {
            return;
        }
        byte[] bytes;
        try (InputStream in = AgentJar.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw UserError.tool("This copy of Foretell was built without its agent."
                        + " Build it again with 'mvn -DskipTests package' in its root folder.");
            }
            bytes = in.readAllBytes();
        }
        checksum = checksum(bytes);
        String name = "foretell-agent-" + checksum.substring(0, 16) + ".jar";
        Path place = cache.isPresent() ? cache.get().file(name) : otherwise.resolve(name);
        if (!Files.isRegularFile(place) || !Arrays.equals(Files.readAllBytes(place), bytes)) {
            if (cache.isPresent()) {
                cache.get().put(name, bytes);
            } else {
                Files.write(place, bytes);
            }
        }
        path = place;
    }

    private static String checksum(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
