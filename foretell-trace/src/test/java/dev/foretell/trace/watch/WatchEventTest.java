// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchEventTest {
    private static final Site SITE = new Site("a.B", "run()V", "B.java", 12, 7, EventKind.WRITE, "a.B.x");

    @Test
    void readsBackItsLine() {
        WatchEvent.Spot odd =
                new WatchEvent.Spot("tab\there\\and\nthere", SITE, 2, List.of("a.B.run(B.java:12)", "x.Y.z(native)"));
        WatchEvent.Spot bare = new WatchEvent.Spot("", SITE, 0, List.of());
        WatchEvent sighting = new WatchEvent(3, WatchEvent.RACE, "a.B.x", "a.B@1f", List.of(odd, bare));
        String line = sighting.line();
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        assertThat(WatchEvent.of(WatchLine.fields(line.substring(0, line.length() - 1))))
                .isEqualTo(sighting);
    }

    @Test
    void readsTheFormerWordOfAnAccess() {
        WatchEvent sighting = new WatchEvent(
                3,
                WatchEvent.RACE,
                "a.B.x",
                "",
                List.of(new WatchEvent.Spot("main", SITE, 0, List.of("a.B.run(B.java:12)"))));
        List<String> fields = new ArrayList<>(WatchLine.fields(sighting.line().strip()));
        assertThat(fields.set(11, "WRITE")).isEqualTo("write");
        assertThat(WatchEvent.of(fields)).isEqualTo(sighting);
    }

    @Test
    void rejectsOtherLines() {
        assertThatThrownBy(() -> WatchEvent.of(WatchLine.fields("sighting\t1\trace")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
