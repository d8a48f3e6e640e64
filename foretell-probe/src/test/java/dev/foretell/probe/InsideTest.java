// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A method of the JDK is observed only when observed code has just called it, on this object, in this thread. */
class InsideTest {
    private final Object list = new Object();
    private ThreadProbe mine;

    @BeforeEach
    void attach() {
        Probes.install(new Mode() {
            @Override
            public ThreadProbe attach(Thread thread) {
                return new SilentProbe(thread);
            }

            @Override
            public void starting(Thread thread) {}

            @Override
            public void exiting(Thread thread) {}

            @Override
            public void leaving(Thread thread, Throwable exception) {}

            @Override
            public void uncaught(Thread thread, Throwable exception) {}
        });
        mine = Probes.current();
    }

    @AfterEach
    void detach() {
        Probes.detach(mine);
    }

    @Test
    void isObservedOnceForEachCall() {
        Inside.calling(list, mine);
        assertThat(Inside.enter(list)).isSameAs(mine);
        assertThat(Inside.enter(list)).isNotSameAs(mine);
    }

    @Test
    void isNotObservedOnAnotherObject() {
        Inside.calling(list, mine);
        assertThat(Inside.enter(new Object())).isNotSameAs(mine);
        assertThat(Inside.enter(list)).isSameAs(mine);
    }

    @Test
    void isNotObservedWithoutAnObject() {
        Inside.calling(null, mine);
        assertThat(Inside.enter(null)).isNotSameAs(mine);
    }

    @Test
    void isNotObservedFromWithinAProbe() {
        Inside.calling(list, mine);
        assertThat(Inside.alone(mine)).isSameAs(mine);
        assertThat(Inside.enter(list)).isNotSameAs(mine);
    }

    @Test
    void isNotObservedWhenItsCallerIsNot() {
        ThreadProbe outsider = Inside.enter(list);
        Inside.calling(list, outsider);
        assertThat(Inside.enter(list)).isSameAs(outsider).isNotSameAs(mine);
    }

    @Test
    void isNotObservedInAThreadThatHasNoProbe() throws InterruptedException {
        ThreadProbe[] seen = new ThreadProbe[1];
        Thread other = new Thread(() -> seen[0] = Inside.enter(list));
        Inside.calling(list, mine);
        other.start();
        other.join();
        assertThat(seen[0]).isSameAs(Inside.enter(new Object()));
    }
}
