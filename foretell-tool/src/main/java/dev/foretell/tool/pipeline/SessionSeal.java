// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.process.CacheFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Distinguishes a session that this user recorded from one that came from elsewhere. An output folder names a command,
 * so a folder of another user would otherwise be a way to run code: {@code confirm} and {@code replay} run a command by
 * themselves only when it carries a code made with a key that never leaves the user's cache folder.
 */
public final class SessionSeal {
    private static final String KEY = "seal.key";
    private static final byte RUN = 1;
    private static final byte WRITE = 2;

    private final byte[] key;

    private SessionSeal(byte[] key) {
        this.key = key;
    }

    /** The user's seal; one that matches no session when there is no place to keep a key. */
    public static SessionSeal of(Optional<CacheFolder> cache) {
        if (cache.isEmpty()) {
            return new SessionSeal(null);
        }
        Path file = cache.get().file(KEY);
        try {
            if (!Files.exists(file)) {
                byte[] fresh = new byte[32];
                new SecureRandom().nextBytes(fresh);
                cache.get().putIfAbsent(KEY, fresh);
            }
            return new SessionSeal(Files.readAllBytes(file));
        } catch (IOException e) {
            return new SessionSeal(null);
        }
    }

    /** The code for a command started in a directory; empty without a key. */
    public String seal(List<String> command, String directory) {
        return code(RUN, command, directory);
    }

    /** The code for a copy that this user has made of a session of another user: its folder may be written to. */
    public String sealCopy(List<String> command, String directory) {
        return code(WRITE, command, directory);
    }

    private String code(byte purpose, List<String> command, String directory) {
        if (key == null || key.length == 0) {
            return "";
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(purpose);
            mac.update(directory.getBytes(StandardCharsets.UTF_8));
            for (String word : command) {
                mac.update((byte) 0);
                mac.update(word.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    /** Whether this user's own Foretell recorded this session's command. */
    public boolean fits(Session session) {
        return isCode(seal(session.command(), session.directory()), session);
    }

    /** Whether this user's own Foretell made the session's folder, from a recording or as a copy. */
    public boolean isOwn(Session session) {
        return fits(session) || isCode(sealCopy(session.command(), session.directory()), session);
    }

    private static boolean isCode(String expected, Session session) {
        return session.subject().seal() != null
                && !expected.isEmpty()
                && MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8),
                        session.subject().seal().getBytes(StandardCharsets.UTF_8));
    }
}
