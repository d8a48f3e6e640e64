// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent;

import dev.foretell.agent.instrument.AtomicMethods;
import dev.foretell.agent.instrument.JdkHooks;
import dev.foretell.agent.instrument.JdkTransformer;
import dev.foretell.agent.instrument.LinkageErrors;
import dev.foretell.agent.instrument.Selection;
import dev.foretell.agent.instrument.TaskHooks;
import dev.foretell.agent.instrument.Transformer;
import dev.foretell.agent.mode.AgentMode;
import dev.foretell.agent.mode.ProbeGroup;
import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.agent.model.LibraryModel;
import dev.foretell.agent.model.Models;
import dev.foretell.agent.runtime.Lifeline;
import dev.foretell.probe.AgentThread;
import dev.foretell.probe.Probes;
import dev.foretell.trace.options.AgentOptions;
import java.io.IOException;
import java.lang.instrument.Instrumentation;

/**
 * Connects the probes to a mode and starts to instrument. Separate from {@link AgentStart}, because it can be linked
 * only once the probes are defined.
 */
final class ModeInstaller {
    private ModeInstaller() {}

    static void begin(AgentOptions options, String optionsFile, Instrumentation instrumentation) throws IOException {
        LibraryModel library = new LibraryModel(Models.load(options.get(AgentOptions.MODELS)));
        AgentMode mode = ModeRegistry.create(options);
        mode.use(library);
        Probes.install(mode);
        Probes.current();
        Runtime.getRuntime().addShutdownHook(new Closing(mode));
        JdkHooks.install(instrumentation, mode);
        ProbePlan plan = mode.plan();
        if (plan.has(ProbeGroup.ORDER)) {
            TaskHooks.install(instrumentation, plan, mode);
        }
        Selection selection = new Selection(options.get(AgentOptions.INCLUDE), options.get(AgentOptions.EXCLUDE));
        AtomicMethods atomic = new AtomicMethods(options.get(AgentOptions.ATOMIC), options.get(AgentOptions.REGIONS));
        Transformer transformer = new Transformer(plan, mode, selection, atomic, library, Probes.class);
        mode.judgeErrors(new LinkageErrors(mode, transformer.instrumented(), options.get(AgentOptions.DIRECTORY)));
        JdkTransformer.install(instrumentation, mode, transformer.instrumenter());
        instrumentation.addTransformer(transformer);
        mode.begin();
        if (!mode.endsWithTool()) {
            tie(Lifeline.of(options, optionsFile));
        }
    }

    /** For a JVM with probes. */
    private static void tie(Lifeline lifeline) {
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
