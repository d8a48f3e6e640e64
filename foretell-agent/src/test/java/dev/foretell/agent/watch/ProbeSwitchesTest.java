// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.probe.Probes;
import dev.foretell.probe.SilentProbe;
import dev.foretell.probe.ThreadProbe;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The generated classes between the accesses of a class and its probes. */
@Timeout(60)
class ProbeSwitchesTest {
    /** So many rounds that the loop runs as compiled code, which relies on the state of the switch. */
    private static final int COMPILED = 200_000;

    /** One for all tests: the names of switches are numbered, and a class loader defines each name once. */
    private static final ProbeSwitches SWITCHES = new ProbeSwitches();

    private final MethodHandle read = readStatic("p.C");
    private final MethodHandle otherRead = readStatic("p.Other");
    private final CountingProbe probe = new CountingProbe();
    private final CountingProbe otherProbe = new CountingProbe();
    private volatile int rounds;
    private volatile boolean stopped;
    private final Thread loop = new Thread(this::run);

    /** Counts reads of static fields; its thread publishes the number by {@link #rounds}. */
    private static final class CountingProbe extends SilentProbe {
        int reads;

        CountingProbe() {
            super(null);
        }

        @Override
        public void readStatic(int site) {
            reads++;
        }
    }

    private MethodHandle readStatic(String className) {
        return method(SWITCHES.of(className), "readStatic", void.class, int.class, ThreadProbe.class);
    }

    private static MethodHandle method(String owner, String name, Class<?> result, Class<?>... parameters) {
        try {
            Class<?> generated = Class.forName(owner.replace('/', '.'), true, Probes.class.getClassLoader());
            return MethodHandles.lookup().findStatic(generated, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void run() {
        try {
            while (!stopped) {
                read.invokeExact(7, (ThreadProbe) probe);
                otherRead.invokeExact(8, (ThreadProbe) otherProbe);
                rounds++;
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void startTheLoop() throws InterruptedException {
        loop.start();
        awaitRounds(COMPILED);
    }

    @AfterEach
    void stopTheLoop() throws InterruptedException {
        stopped = true;
        loop.join();
    }

    /** Waits for this many more rounds of the loop. */
    private void awaitRounds(int more) throws InterruptedException {
        int end = rounds + more;
        while (rounds < end) {
            assertThat(loop.isAlive()).isTrue();
            Thread.sleep(1);
        }
    }

    /** The number of reads, taken when the round that the loop was in has ended. */
    private int reads(CountingProbe counting) throws InterruptedException {
        awaitRounds(2);
        return counting.reads;
    }

    @Test
    void aLoopThatIsRunningCallsProbesOnlyWhileTheSwitchIsOn() throws InterruptedException {
        assertThat(reads(probe)).isGreaterThanOrEqualTo(COMPILED);
        SWITCHES.setOff(Set.of("p.C"));
        int whenOff = reads(probe);
        awaitRounds(COMPILED);
        assertThat(reads(probe)).isEqualTo(whenOff);
        SWITCHES.setOff(Set.of());
        awaitRounds(COMPILED);
        assertThat(reads(probe)).isGreaterThanOrEqualTo(whenOff + COMPILED);
    }

    @Test
    void eachClassHasItsOwnSwitch() throws InterruptedException {
        SWITCHES.setOff(Set.of("p.C"));
        int whenOff = reads(otherProbe);
        awaitRounds(COMPILED);
        assertThat(reads(otherProbe)).isGreaterThanOrEqualTo(whenOff + COMPILED);
    }

    @Test
    void thereIsNoLookupOfTheThreadWhenTheSwitchIsOff() throws Throwable {
        String owner = SWITCHES.of("p.Off");
        SWITCHES.setOff(Set.of("p.Off"));
        MethodHandle current = method(owner, "current", ThreadProbe.class);
        assertThat((ThreadProbe) current.invokeExact()).isSameAs(SilentProbe.ANY_THREAD);
    }
}
