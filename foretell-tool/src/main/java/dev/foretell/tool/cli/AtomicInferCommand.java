// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.flow.code.Program;
import dev.foretell.flow.section.Inference;
import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.SectionFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds atomic sections in class files. */
@Command(
        name = "infer",
        description = "Finds code that is probably meant to be atomic.",
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  foretell atomic infer target/classes lib/core.jar --include 'com.acme.**' -o app.sections",
            "",
            "Sections begin in the classes of --include and --exclude. Give all jars and folders of the program:"
                    + " classes that are not given are taken not to access its fields."
        })
final class AtomicInferCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "JAR", arity = "1..*", description = "Jars, and folders of class files.")
    private List<Path> paths;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "The file to write (default: standard output).")
    private Path out;

    @Mixin
    private ClassOptions classes = new ClassOptions();

    @Option(
            names = "--find",
            paramLabel = "KIND",
            split = ",",
            description = "load-store, test-use, access-interleaving (default: all).")
    private List<String> kinds = List.of();

    @Option(
            names = "--sections",
            paramLabel = "FILE",
            description = "Sections of your own to add; parts that they omit are inferred.")
    private Path own;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many calls deep to look for the next access (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--back",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many returns back to look for it (default: ${DEFAULT-VALUE}).")
    private int back;

    AtomicInferCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Inference.Options options = Inference.Options.USUAL
                .withOrigins(origins())
                .withWanted(classes.matcher())
                .withDepth(Math.max(0, depth), Math.max(0, back));
        List<AtomicSection> given =
                own == null ? List.of() : SectionsFile.read(own).list();
        Program program = read();
        Inference.Result result = Inference.run(program, options, given);
        if (out == null) {
            console.print(SectionFormat.format(result.sections()));
        } else {
            write(result);
        }
        summary(program, result);
        return ExitCode.CLEAN;
    }

    private Set<Origin> origins() {
        Set<Origin> chosen = EnumSet.noneOf(Origin.class);
        for (Origin origin : Origin.values()) {
            if (origin != Origin.USER && (kinds.isEmpty() || kinds.contains(origin.word()))) {
                chosen.add(origin);
            }
        }
        for (String kind : kinds) {
            if (chosen.stream().noneMatch(origin -> origin.word().equals(kind))) {
                throw UserError.usage(
                        "--find: '" + kind + "' is not one of load-store, test-use and access-interleaving.");
            }
        }
        return chosen;
    }

    private Program read() {
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw UserError.usage("There is no " + path + ". Give jars, or folders of class files.");
            }
        }
        try {
            Program program = Program.read(paths);
            if (program.classes().isEmpty()) {
                throw UserError.usage("There are no classes in " + paths.get(0) + (paths.size() > 1 ? " …" : "") + ".");
            }
            return program;
        } catch (IOException e) {
            throw UserError.usage(
                    "What was given cannot be read as jars and folders of class files: " + e.getMessage() + ".");
        }
    }

    private void write(Inference.Result result) {
        try {
            SectionFormat.write(result.sections(), out);
        } catch (IOException e) {
            throw UserError.usage("The file " + out + " cannot be written (" + e.getMessage()
                    + "). Choose another one with '-o FILE'.");
        }
    }

    private void summary(Program program, Inference.Result result) {
        List<AtomicSection> sections = result.sections().list();
        StringBuilder parts = new StringBuilder();
        for (Map.Entry<Origin, Integer> each : result.counts().entrySet()) {
            parts.append(parts.length() == 0 ? " (" : ", ")
                    .append(each.getValue())
                    .append(' ')
                    .append(each.getKey().word());
        }
        long lockable =
                sections.stream().filter(section -> section.lockable().isSafe()).count();
        console.say("foretell: " + sections.size() + " atomic sections in "
                + program.classes().size() + (program.classes().size() == 1 ? " class" : " classes") + parts
                + (parts.length() == 0 ? "" : ")") + ", " + lockable
                + " of them safe to heal with a lock."
                + (out == null ? "" : " Next: " + console.launcher() + " watch --sections " + out + " -- java ..."));
        for (String each : result.unknown()) {
            console.say("foretell: " + own + ": there is " + each + " in the classes that were given.");
        }
        if (result.scattered() > 0) {
            console.say("foretell: " + result.scattered()
                    + " accesses begin no section because too many accesses can come next.");
        }
        if (!program.unreadable().isEmpty()) {
            console.say("foretell: " + program.unreadable().size() + " class files could not be read, among them "
                    + program.unreadable().get(0) + ".");
        }
    }
}
