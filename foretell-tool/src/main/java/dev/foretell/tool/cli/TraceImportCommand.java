// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.InstrumentationScope;
import dev.foretell.tool.pipeline.OutputFolder;
import dev.foretell.tool.pipeline.Session;
import dev.foretell.tool.pipeline.SessionSeal;
import dev.foretell.tool.pipeline.TraceStore;
import dev.foretell.tool.process.CacheFolder;
import dev.foretell.trace.Trace;
import dev.foretell.trace.text.TextTrace;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a trace of another tool, to be analysed here. */
@Command(
        name = "import",
        description = "Imports a trace as text (STD, or what 'trace export' wrote), to be analysed.",
        sortOptions = false,
        footer = {"", "Example:", "  foretell trace import account.std -o account && foretell analyze account"})
final class TraceImportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The text.")
    private Path file;

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--repair-thread-names", description = "Take fork(3) to mean thread T3 when no thread is called 3.")
    private boolean repair;

    TraceImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw UserError.usage("There is no file " + file + " to import.");
        }
        Trace trace = read();
        console.keep(OutputFolder.lock(output.out));
        OutputFolder folder = OutputFolder.create(output.out);
        console.workingIn(folder);
        try (var out = Files.newBufferedWriter(folder.traces().resolve(TraceStore.IMPORTED))) {
            TextTrace.format(trace, out);
        }
        String directory = Path.of("").toAbsolutePath().toString();
        String seal = SessionSeal.of(CacheFolder.open()).seal(List.of(), directory);
        Session session =
                Session.of(List.of(), directory, InstrumentationScope.ALL, DetectOption.withoutPatterns(), seal);
        folder.save(session.with(new Session.Recording(0, false, false, 0, "", List.of(TraceStore.IMPORTED))));
        folder.keep();
        console.say("foretell: imported " + trace.size() + " events of "
                + trace.threads().size() + " threads. Next: " + console.launcher() + " analyze " + output.out);
        return ExitCode.CLEAN;
    }

    private Trace read() {
        try {
            return repair ? TextTrace.parse(file, TextTrace.Option.REPAIR_THREAD_NAMES) : TextTrace.parse(file);
        } catch (CharacterCodingException e) {
            throw UserError.usage("The file " + file + " is not text, so it is no trace that can be imported.");
        } catch (IOException e) {
            throw UserError.usage("The file " + file + " cannot be imported: " + e.getMessage());
        }
    }
}
