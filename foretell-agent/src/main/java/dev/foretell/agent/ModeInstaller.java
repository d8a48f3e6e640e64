// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import dev.foretell.agent.direct.Director;
import dev.foretell.agent.instrument.AtomicMethods;
import dev.foretell.agent.instrument.JdkHooks;
import dev.foretell.agent.instrument.JdkTransformer;
import dev.foretell.agent.instrument.LinkageErrors;
import dev.foretell.agent.instrument.Selection;
import dev.foretell.agent.instrument.TaskHooks;
import dev.foretell.agent.instrument.Transformer;
import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
import dev.foretell.agent.record.Recorder;
import dev.foretell.agent.runtime.Lifeline;
import dev.foretell.agent.watch.Watcher;
import dev.foretell.probe.AgentThread;
import dev.foretell.probe.Probes;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.lang.instrument.Instrumentation;

/**
 * Puts a mode behind the probes. Apart from {@link AgentStart}, because it can only be linked once the probes are
 * there.
 */
final class ModeInstaller {
    private ModeInstaller() {}

    static void begin(AgentOptions options, Instrumentation instrumentation) throws IOException {
        LibraryModel library = new LibraryModel(Models.load(options.models()));
        AgentMode mode = switch (options.mode()) {
            case RECORD -> new Recorder(options);
            case DIRECT -> new Director(options);
            case GUARD -> new Watcher(options);
        };
        mode.use(library);
        Probes.install(mode);
        Probes.current();
        Runtime.getRuntime().addShutdownHook(new Closing(mode));
        JdkHooks.install(instrumentation, mode);
        if (mode.seesOrder()) {
            TaskHooks.install(instrumentation, mode);
        }
        Selection selection = new Selection(options.include(), options.exclude());
        AtomicMethods atomic = new AtomicMethods(options.atomic(), options.regions());
        Transformer transformer = new Transformer(mode, selection, atomic, library, Probes.class);
        mode.judgeErrors(new LinkageErrors(mode, transformer.instrumented(), options.directory()));
        JdkTransformer.install(instrumentation, mode, transformer.instrumenter());
        instrumentation.addTransformer(transformer);
        mode.begin();
    }

    /** In a JVM with probes. */
    static void tie(Lifeline lifeline) {
        if (lifeline != null) {
            AgentThread thread = new AgentThread(Lifeline.group(), Lifeline.NAME, lifeline);
            thread.setContextClassLoader(null);
            thread.start();
        }
    }

    private static final class Closing extends AgentThread {
        private final AgentMode mode;

        Closing(AgentMode mode) {
            super("foretell-closing");
            this.mode = mode;
        }

        @Override
        public void run() {
            mode.close();
        }
    }
}
