// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.cli;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.UserError;
import dev.foretell.tool.pipeline.OutputFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Entry point: parses, runs a command, and turns every outcome into one sentence and an exit code. */
public final class Main {
    private static final long SHUTDOWN_SECONDS = 20;
    /**
     * Besides java.base. The library that reads and writes JSON links to it; a runtime made by jlink need not have it.
     */
    private static final String NEEDED = "java.xml";

    private final Console console;

    Main(Console console) {
        this.console = console;
    }

    public static void main(String[] args) {
        Console console = Console.ofProcess();
        if (ModuleLayer.boot().findModule(NEEDED).isEmpty()) {
            console.say("foretell: The Java runtime " + System.getProperty("java.home") + " has no module " + NEEDED
                    + ", which Foretell needs. Run it with a whole JDK (17 or later); JAVA_HOME chooses one.");
            System.exit(ExitCode.TOOL);
        }
        CountDownLatch done = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(console, done), "foretell-shutdown"));
        int exit = new Main(console).run(args);
        done.countDown();
        System.exit(exit);
    }

    /**
     * On an interrupt (and at the normal end): ends the programs, and gives the main thread time to write what is
     * known.
     */
    private static void shutDown(Console console, CountDownLatch done) {
        if (done.getCount() == 0) {
            return;
        }
        console.runner().interrupt();
        try {
            done.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        console.runner().killAll();
    }

    int run(String... args) {
        CommandLine line = new CommandLine(new ForetellCommand(), new CommandFactory(console));
        addHelp(line);
        line.setParameterExceptionHandler(this::wrongUse);
        line.setExecutionExceptionHandler(this::failure);
        line.setUsageHelpWidth(100);
        line.setAbbreviatedOptionsAllowed(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Duration.class, Durations::parse);
        line.setOut(new PrintWriter(new ConsoleWriter(console), true));
        for (String name : List.of("check", "record", "watch", "demo")) {
            line.getSubcommands().get(name).setStopAtPositional(true);
        }
        if (args.length == 0) {
            line.usage(line.getOut());
            return ExitCode.USAGE;
        }
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            console.say(
                    "foretell: Foretell ran out of memory. Record less: fewer classes (--include), or a shorter run.");
        } catch (Error e) {
            console.say("foretell: Foretell itself failed: " + e + ".");
        } finally {
            console.release();
        }
        return ExitCode.TOOL;
    }

    private static void addHelp(CommandLine line) {
        if (line.getCommand() instanceof CommandLine.HelpCommand) {
            return;
        }
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        line.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
        line.getSubcommands().values().forEach(Main::addHelp);
    }

    private int wrongUse(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        console.say("foretell: " + sentence(problem.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(problem, new PrintWriter(new ConsoleWriter(console)));
        console.say("Try '" + name + " --help'.");
        return ExitCode.USAGE;
    }

    private static String sentence(String text) {
        String line = text.lines().findFirst().orElse("wrong use");
        return line.endsWith(".") ? line : line + ".";
    }

    private int failure(Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
        boolean detailed = parsed.expandedArgs().contains("--debug-tool");
        if (detailed) {
            StringWriter text = new StringWriter();
            problem.printStackTrace(new PrintWriter(text, true));
            console.say(text.toString());
        }
        if (problem instanceof UserError known) {
            console.say("foretell: " + known.getMessage());
            return known.exit();
        }
        if (problem instanceof InterruptedException) {
            console.say("foretell: Interrupted.");
            return ExitCode.TOOL;
        }
        if (problem instanceof FileSystemException file) {
            console.say("foretell: The file " + file.getFile() + " could not be read or written: "
                    + OutputFolder.cause(file) + ". " + log(problem));
            return ExitCode.TOOL;
        }
        console.say("foretell: Foretell itself failed: " + problem.getClass().getSimpleName()
                + (problem.getMessage() == null
                        ? ""
                        : " (" + problem.getMessage().lines().findFirst().orElse("") + ")")
                + ". " + log(problem));
        return ExitCode.TOOL;
    }

    private String log(Exception problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text, true));
        try {
            Path file;
            if (console.folder() != null && Files.isWritable(console.folder().root())) {
                file = console.folder().file("foretell-error.log");
                console.folder().write("foretell-error.log", text.toString());
            } else {
                file = Files.createTempFile("foretell-error", ".log");
                Files.writeString(file, text.toString());
            }
            return "Details are in " + file + "; please report it.";
        } catch (IOException e) {
            return "Run again with --debug-tool for details.";
        }
    }
}
