// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessPointTest {
    private static final List<String> BALANCE = List.of("Account.balance");
    private static final List<Site> SITES = List.of(
            site("add(I)V", 12, 2, EventKind.READ, "com.acme.Account.balance"),
            site("add(I)V", 12, 6, EventKind.READ, "com.acme.Limit.balance"),
            site("add(I)V", 12, 9, EventKind.VOLATILE_READ, "com.acme.Account.balance"),
            site("add(I)V", 12, 12, EventKind.WRITE, "com.acme.Account.balance"),
            site("add(I)V", 13, 20, EventKind.READ, "com.acme.Savings.balance"),
            site("add(I)V", 14, 24, EventKind.READ, "com.acme.Account.imbalance"),
            site("sub(I)V", 18, 2, EventKind.READ, "int[]"));

    private static Site site(String method, int line, int offset, EventKind op, String what) {
        return new Site("com.acme.Account", method, "Account.java", line, offset, op, what);
    }

    private static AccessPoint line(boolean write, int line) {
        return new AccessPoint(write, new Place("", "", "Account.java", line, -1));
    }

    @Test
    void lineSelectsItsFirstOrLastAccessOfThisKind() {
        assertThat(line(false, 12).find(SITES, BALANCE, false)).isEqualTo(0);
        assertThat(line(false, 12).find(SITES, BALANCE, true)).isEqualTo(2);
        assertThat(line(true, 12).find(SITES, BALANCE, false)).isEqualTo(3);
        assertThat(line(false, 18).find(SITES, List.of("int[]"), false)).isEqualTo(6);
    }

    @Test
    void theWholeNameIsBetterThanThatOfTheField() {
        assertThat(line(false, 12).find(SITES, List.of("com.acme.Limit.balance"), false))
                .isEqualTo(1);
        assertThat(line(false, 13).find(SITES, BALANCE, false)).isEqualTo(4);
    }

    @Test
    void anotherFieldOrLineIsNotSelected() {
        assertThat(line(false, 14).find(SITES, BALANCE, false)).isEqualTo(-1);
        assertThat(line(true, 13).find(SITES, BALANCE, false)).isEqualTo(-1);
        AccessPoint elsewhere = new AccessPoint(false, new Place("", "", "Bank.java", 12, -1));
        assertThat(elsewhere.find(SITES, BALANCE, false)).isEqualTo(-1);
    }

    @Test
    void anExactPlaceNeedsNoName() {
        Place exact = new Place("com.acme.Account", "add(I)V", "Account.java", 99, 9);
        assertThat(new AccessPoint(false, exact).find(SITES, BALANCE, false)).isEqualTo(2);
        assertThat(new AccessPoint(true, exact).find(SITES, BALANCE, false)).isEqualTo(-1);
        Place other = new Place("com.acme.Account", "sub(I)V", "Account.java", 12, 9);
        assertThat(new AccessPoint(false, other).find(SITES, BALANCE, false)).isEqualTo(-1);
    }
}
