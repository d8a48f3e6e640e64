// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static boolean wants(List<String> include, List<String> exclude, String name) {
        return new Selection(include, exclude).isWanted(name);
    }

    @Test
    void takesEverythingWhenNothingIsIncludedByName() {
        assertThat(wants(List.of(), List.of(), "com/acme/Account")).isTrue();
    }

    @Test
    void letsOneStarStayWithinAPackage() {
        List<String> include = List.of("com.acme.*");
        assertThat(wants(include, List.of(), "com/acme/Account")).isTrue();
        assertThat(wants(include, List.of(), "com/acme/Account$Entry")).isTrue();
        assertThat(wants(include, List.of(), "com/acme/bank/Account")).isFalse();
        assertThat(wants(include, List.of(), "com/acmeinc/Account")).isFalse();
        assertThat(wants(List.of("com.*.Account"), List.of(), "com/acme/Account"))
                .isTrue();
        assertThat(wants(List.of("*Test"), List.of(), "AccountTest")).isTrue();
        assertThat(wants(List.of("*Test"), List.of(), "com/AccountTest")).isFalse();
    }

    @Test
    void letsTwoStarsCrossPackages() {
        assertThat(wants(List.of("com.acme.**"), List.of(), "com/acme/bank/Account"))
                .isTrue();
        assertThat(wants(List.of("**.Account"), List.of(), "com/acme/bank/Account"))
                .isTrue();
        assertThat(wants(List.of("**"), List.of(), "Account")).isTrue();
    }

    @Test
    void meansNestedClassesTooWhenAClassIsNamed() {
        List<String> include = List.of("com.acme.Account");
        assertThat(wants(include, List.of(), "com/acme/Account")).isTrue();
        assertThat(wants(include, List.of(), "com/acme/Account$Entry")).isTrue();
        assertThat(wants(include, List.of(), "com/acme/AccountTest")).isFalse();
    }

    @Test
    void letsExclusionsWin() {
        assertThat(wants(List.of("com.**"), List.of("com.acme.**"), "com/acme/Account"))
                .isFalse();
        assertThat(wants(List.of(), List.of("com.acme.Account"), "com/acme/Account$Entry"))
                .isFalse();
    }

    @Test
    void leavesTheMakersOfMocksAloneUnlessTheyAreNamed() {
        String mockito = "org/mockito/internal/stubbing/InvocationContainerImpl";
        assertThat(wants(List.of(), List.of(), mockito)).isFalse();
        assertThat(wants(List.of(), List.of(), "net/bytebuddy/ByteBuddy")).isFalse();
        assertThat(wants(List.of("org.mockito.**"), List.of(), mockito)).isTrue();
        String surefire = "org/apache/maven/surefire/booter/CommandReader";
        assertThat(wants(List.of(), List.of(), surefire)).isFalse();
        assertThat(wants(List.of("org.apache.maven.**"), List.of(), surefire)).isTrue();
        String jupiter = "org/junit/jupiter/engine/execution/NamespacedHierarchicalStore";
        assertThat(wants(List.of(), List.of(), jupiter)).isFalse();
        assertThat(wants(List.of("org.junit.**"), List.of(), jupiter)).isTrue();
        assertThat(wants(List.of(), List.of(), "org/mockitofans/Club")).isTrue();
    }

    @Test
    void knowsOtherAgentsAndTheJdksGeneratedClasses() {
        Selection all = new Selection(List.of(), List.of());
        assertThat(all.isForeign("org/jacoco/agent/rt/internal_1234/Agent")).isTrue();
        assertThat(all.isForeign("dev/foretell/probe/Probes")).isTrue();
        assertThat(all.isForeign("jdk/proxy2/$Proxy7")).isTrue();
        assertThat(all.isForeign("com/acme/Account")).isFalse();
        assertThat(all.isForeign("dev/foretell/it/fail/Counter")).isFalse();
    }

    @Test
    void patternsForTheJdkDoNotNarrowDownTheProgram() {
        assertThat(wants(List.of("java.util.**"), List.of(), "com/acme/Account"))
                .isTrue();
        assertThat(wants(List.of("java.util.**", "com.acme.*"), List.of(), "org/acme/Account"))
                .isFalse();
        assertThat(wants(List.of("javax.inject.*"), List.of(), "javax/inject/Inject"))
                .isTrue();
    }
}
