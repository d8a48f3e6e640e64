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
 * The agent as a file. It travels inside the tool as a resource; here it is unpacked under a name that carries its
 * checksum, so that versions cannot be mixed up.
 *
 * @param path where it lies
 * @param checksum of its bytes, in hexadecimal
 */
public record AgentJar(Path path, String checksum) {
    private static final String RESOURCE = "/foretell-agent.jar";

    /** Unpacks the agent into the cache, or into the given folder when there is no cache. */
    public static AgentJar unpack(Optional<CacheFolder> cache, Path otherwise) throws IOException {
        byte[] bytes;
        try (InputStream in = AgentJar.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw UserError.tool("This copy of Foretell was built without its agent."
                        + " Build it again with 'mvn -DskipTests package' in its root folder.");
            }
            bytes = in.readAllBytes();
        }
        String checksum = checksum(bytes);
        String name = "foretell-agent-" + checksum.substring(0, 16) + ".jar";
        if (cache.isEmpty()) {
            Path path = otherwise.resolve(name);
            Files.write(path, bytes);
            return new AgentJar(path, checksum);
        }
        Path path = cache.get().file(name);
        if (!Files.isRegularFile(path) || !Arrays.equals(Files.readAllBytes(path), bytes)) {
            cache.get().put(name, bytes);
        }
        return new AgentJar(path, checksum);
    }

    private static String checksum(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
