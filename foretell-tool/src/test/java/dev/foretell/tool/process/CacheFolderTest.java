// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
    @TempDir
    private Path folder;

    @Test
    void followsTheUsualPlacesOfEachSystem() {
        String home = folder.toString();
        assertThat(place(Map.of(), home, "Linux")).isEqualTo(folder.resolve(".cache/foretell/x"));
        assertThat(place(Map.of(), home, "Mac OS X")).isEqualTo(folder.resolve("Library/Caches/foretell/x"));
        assertThat(place(Map.of("LOCALAPPDATA", home + "/local"), home, "Windows 11"))
                .isEqualTo(folder.resolve("local/foretell/x"));
        assertThat(place(Map.of("FORETELL_CACHE", home + "/own"), home, "Linux"))
                .isEqualTo(folder.resolve("own/x"));
    }

    private static Path place(Map<String, String> environment, String home, String os) {
        return CacheFolder.open(environment, home, os).orElseThrow().file("x");
    }

    @Test
    void doesWithoutWhenItCannotBeMade() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        assertThat(CacheFolder.open(Map.of("FORETELL_CACHE", file + "/cache"), folder.toString(), "Linux"))
                .isEmpty();
        assertThat(CacheFolder.open(Map.of(), "", "Linux")).isEmpty();
    }

    @Test
    void replacesAFileAsAWhole() throws IOException {
        CacheFolder cache = CacheFolder.open(Map.of("FORETELL_CACHE", folder.toString()), "", "Linux")
                .orElseThrow();
        cache.put("a", new byte[] {1});
        cache.put("a", new byte[] {2, 3});
        assertThat(Files.readAllBytes(cache.file("a"))).containsExactly(2, 3);
        assertThat(folder.toFile().list()).containsExactly("a");
    }

    /** Another process may have written it after this one looked. */
    @Test
    void keepsTheFileThatIsThere() throws IOException {
        CacheFolder cache = CacheFolder.open(Map.of("FORETELL_CACHE", folder.toString()), "", "Linux")
                .orElseThrow();
        cache.putIfAbsent("a", new byte[] {1});
        cache.putIfAbsent("a", new byte[] {2, 3});
        assertThat(Files.readAllBytes(cache.file("a"))).containsExactly(1);
        assertThat(folder.toFile().list()).containsExactly("a");
    }
}
