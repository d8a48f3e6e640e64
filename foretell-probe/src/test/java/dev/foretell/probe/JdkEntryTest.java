// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A method of the JDK is observed only when observed code has just called it, on this object, in this thread. */
class JdkEntryTest {
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
        JdkEntry.calling(list, mine);
        assertThat(JdkEntry.enter(list)).isSameAs(mine);
        assertThat(JdkEntry.enter(list)).isNotSameAs(mine);
    }

    @Test
    void isNotObservedOnAnotherObject() {
        JdkEntry.calling(list, mine);
        assertThat(JdkEntry.enter(new Object())).isNotSameAs(mine);
        assertThat(JdkEntry.enter(list)).isSameAs(mine);
    }

    @Test
    void isNotObservedWithoutAnObject() {
        JdkEntry.calling(null, mine);
        assertThat(JdkEntry.enter(null)).isNotSameAs(mine);
    }

    @Test
    void isNotObservedFromWithinAProbe() {
        JdkEntry.calling(list, mine);
        assertThat(JdkEntry.alone(mine)).isSameAs(mine);
        assertThat(JdkEntry.enter(list)).isNotSameAs(mine);
    }

    @Test
    void isNotObservedWhenItsCallerIsNot() {
        ThreadProbe outsider = JdkEntry.enter(list);
        JdkEntry.calling(list, outsider);
        assertThat(JdkEntry.enter(list)).isSameAs(outsider).isNotSameAs(mine);
    }

    @Test
    void isNotObservedInAThreadThatHasNoProbe() throws InterruptedException {
        ThreadProbe[] seen = new ThreadProbe[1];
        Thread other = new Thread(() -> seen[0] = JdkEntry.enter(list));
        JdkEntry.calling(list, mine);
        other.start();
        other.join();
        assertThat(seen[0]).isSameAs(JdkEntry.enter(new Object()));
    }
}
