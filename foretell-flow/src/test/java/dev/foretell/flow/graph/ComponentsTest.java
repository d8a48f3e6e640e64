// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ComponentsTest {
    /** Against the reachability of all pairs. */
    @Test
    void findsTheCyclesOfRandomGraphs() {
        Random random = new Random(5);
        int onCycle = 0;
        for (int round = 0; round < 2_000; round++) {
            int size = 1 + random.nextInt(9);
            int[][] next = new int[size][];
            boolean[][] way = new boolean[size][size];
            for (int i = 0; i < size; i++) {
                next[i] = random.ints(random.nextInt(3), 0, size).toArray();
                for (int to : next[i]) {
                    way[i][to] = true;
                }
            }
            for (int over = 0; over < size; over++) {
                for (int from = 0; from < size; from++) {
                    for (int to = 0; to < size; to++) {
                        way[from][to] |= way[from][over] && way[over][to];
                    }
                }
            }
            Components components = new Components(size, at -> next[at]);
            for (int from = 0; from < size; from++) {
                assertThat(components.isOnCycle(from)).isEqualTo(way[from][from]);
                onCycle += way[from][from] ? 1 : 0;
                for (int to = 0; to < size; to++) {
                    assertThat(components.areTogether(from, to))
                            .isEqualTo(from == to || way[from][to] && way[to][from]);
                }
            }
        }
        assertThat(onCycle).isGreaterThan(1_000);
    }

    @Test
    void aLongChainNeedsNoDeepStack() {
        int size = 1_000_000;
        Components chain = new Components(size, at -> at + 1 < size ? new int[] {at + 1} : new int[] {0});
        assertThat(chain.areTogether(0, size - 1)).isTrue();
    }
}
