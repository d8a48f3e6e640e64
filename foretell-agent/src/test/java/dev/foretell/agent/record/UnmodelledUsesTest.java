// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.agent.model.Calls;
import dev.foretell.agent.model.ModelledCall;
import dev.foretell.trace.EventKind;
import java.io.StringWriter;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Scanner;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of the JDK without a model that threads share are named, and no others. */
class UnmodelledUsesTest {
    @TempDir
    Path folder;

    private final Calls calls = new Calls();
    private RecordedProgram program;
    private int fork;

    @BeforeEach
    void begin() {
        program = new RecordedProgram(folder);
        program.recorder.use(calls.library);
        fork = program.define("p.D", EventKind.FORK, "", EventKind.JOIN, "");
    }

    /** The site of a call that no model speaks of. */
    private int use(Class<?> owner) {
        return define(calls.library.models().use(owner.getName().replace('.', '/')));
    }

    private int define(ModelledCall.Shape shape) {
        int site = program.define("p.U", true, Calls.sites(shape));
        calls.library.define(shape, site);
        return site;
    }

    private List<String> unmodelled(List<Consumer<RecordingThread>> threads) throws Exception {
        program.run(fork, fork + 1, threads);
        return program.end().trace().run().unmodelled();
    }

    @Test
    void namesOneOfEachClass() throws Exception {
        Scanner one = new Scanner("");
        Scanner other = new Scanner("");
        StringWriter writer = new StringWriter();
        int scanned = use(Scanner.class);
        int written = use(Appendable.class);
        Consumer<RecordingThread> thread = p -> {
            for (int i = 0; i < 3; i++) {
                p.use(one, scanned);
                p.use(other, scanned);
                p.use(writer, written);
            }
        };
        assertThat(unmodelled(List.of(thread, thread, thread)))
                .containsExactlyInAnyOrder(
                        "java.util.Scanner: one object used by several threads, no model, e.g. C.java:10",
                        "java.io.StringWriter: one object used by several threads, no model, e.g. C.java:10");
    }

    @Test
    void doesNotNameWhatEachThreadHasForItself() throws Exception {
        int site = use(Scanner.class);
        Consumer<RecordingThread> thread = p -> {
            List<Scanner> own = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                own.add(new Scanner(""));
                p.use(own.get(i), site);
                p.use(own.get(i / 2), site);
            }
        };
        assertThat(unmodelled(List.of(thread, thread))).isEmpty();
    }

    @Test
    void doesNotNameWhatIsModelledOrSafeOrOfTheProgram() throws Exception {
        List<Object> objects = List.of(new ArrayList<>(), new Random(), "text", new RecordedProgram.Cell(), List.of(1));
        int site = use(Iterable.class);
        Consumer<RecordingThread> thread = p -> {
            for (Object each : objects) {
                p.use(each, site);
                p.use(null, site);
            }
        };
        assertThat(unmodelled(List.of(thread, thread))).isEmpty();
    }

    @Test
    void namesWhatIsUsedAgainAndAgainAmongMany() throws Exception {
        int site = use(Scanner.class);
        int written = use(StringWriter.class);
        StringWriter shared = new StringWriter();
        Consumer<RecordingThread> thread = p -> {
            for (int i = 0; i < 10_000; i++) {
                p.use(new Scanner(""), site);
            }
            for (int i = 0; i < 100; i++) {
                p.use(new Scanner(""), site);
                p.use(shared, written);
            }
        };
        assertThat(unmodelled(List.of(thread, thread)))
                .containsExactly("java.io.StringWriter: one object used by several threads, no model, e.g. C.java:10");
    }

    /** There the call has a probe already, for the classes that have a model. */
    @Test
    void namesWhatIsBehindAModelledInterfaceOrWrapper() throws Exception {
        List<String> list = Collections.checkedList(new ArrayList<>(), String.class);
        int site = define(calls.shape(List.class, "get", "(I)Ljava/lang/Object;"));
        Consumer<RecordingThread> thread = p -> p.beforeCall(list, null, 0, site);
        Consumer<RecordingThread> wrapped = p -> p.beforeCall(Collections.unmodifiableList(list), null, 0, site);
        assertThat(unmodelled(List.of(thread, wrapped)))
                .containsExactly("java.util.Collections$CheckedRandomAccessList: one object used by several threads,"
                        + " no model, e.g. C.java:10");
    }

    @Test
    void remembersAtMostSoManyAndKeepsNoneAlive() throws Exception {
        IdentityTable table = new IdentityTable(64);
        List<Object> kept = new ArrayList<>();
        int remembered = 0;
        for (int i = 0; i < 1000; i++) {
            kept.add(new Object());
            Object last = kept.get(i);
            remembered += table.entry(last, System.identityHashCode(last), 1) == IdentityTable.Entry.NONE ? 0 : 1;
        }
        assertThat(remembered).isBetween(1, 64);
        assertThat(table.size()).isEqualTo(remembered);
        WeakReference<Object> first = new WeakReference<>(kept.get(0));
        kept.clear();
        while (first.get() != null) {
            System.gc();
        }
        Object next = new Object();
        while (table.entry(next, System.identityHashCode(next), 1) == IdentityTable.Entry.NONE) {
            System.gc(); // the queue of what is gone is filled a little later
        }
    }
}
