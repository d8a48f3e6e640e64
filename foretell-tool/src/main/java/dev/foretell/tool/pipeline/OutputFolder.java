package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.tool.Version;
import dev.foretell.tool.report.Json;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of one session: who lies where in it. Only what Foretell itself puts there is ever deleted, and only in a
 * folder that is marked as Foretell's by its session file.
 */
public final class OutputFolder {
    private static final String SESSION = "session.json";
    private static final String AGAIN = "again";
    private static final List<String> OURS = List.of(
            "trace",
            "clips",
            "runs",
            "record",
            AGAIN,
            "report.html",
            "report.json",
            "report.txt",
            "foretell-error.log",
            SESSION);

    private final Path root;

    private OutputFolder(Path root) {
        this.root = root;
    }

    /** A folder for a new session; an older session in it is removed. */
    public static OutputFolder create(Path path) {
        OutputFolder folder = new OutputFolder(path);
        try {
            if (Files.exists(path)) {
                folder.clear();
            }
            Files.createDirectories(folder.traces());
            Files.createDirectories(folder.clips());
            Files.createDirectories(folder.record());
            return folder;
        } catch (IOException e) {
            throw UserError.usage("The output folder " + path + " cannot be written (" + cause(e)
                    + "). Choose another one with '-o DIR'.");
        }
    }

    /** A folder in this one for a second recording, which starts with what the first was given to read. */
    public OutputFolder again() throws IOException {
        OutputFolder again = create(file(AGAIN));
        Path stdin = record().resolve("stdin");
        if (Files.exists(stdin)) {
            Files.copy(stdin, again.record().resolve("stdin"));
        }
        return again;
    }

    /** Puts the second recording and all that came of it in place of the first. */
    public void adopt(OutputFolder again) throws IOException {
        for (String name : OURS) {
            if (!name.equals(AGAIN)) {
                delete(file(name));
                if (Files.exists(again.file(name))) {
                    Files.move(again.file(name), file(name));
                }
            }
        }
        again.discard();
    }

    /** The folder of an existing session. */
    public static OutputFolder open(Path path) {
        if (!Files.isDirectory(path)) {
            throw UserError.usage("There is no folder " + path
                    + ". Give the output folder of an earlier 'foretell check' or 'foretell record'.");
        }
        if (!Files.isReadable(path)) {
            throw UserError.usage("The folder " + path + " cannot be read. Check its permissions.");
        }
        OutputFolder folder = new OutputFolder(path);
        if (!Files.exists(folder.file(SESSION))) {
            throw UserError.usage("The folder " + path + " is not an output folder of Foretell: it has no " + SESSION
                    + ". Make one with 'foretell record -o " + path + " -- java ...'.");
        }
        return folder;
    }

    private void clear() throws IOException {
        if (!Files.isDirectory(root)) {
            throw UserError.usage(
                    "The output folder " + root + " is a file. Remove it, or choose another folder with '-o DIR'.");
        }
        List<Path> content;
        try (Stream<Path> list = Files.list(root)) {
            content = list.toList();
        }
        if (!content.isEmpty() && !Files.exists(file(SESSION))) {
            throw UserError.usage("The folder " + root + " holds something else, which Foretell will not touch."
                    + " Choose another one with '-o DIR'.");
        }
        if (!Files.isWritable(root)) {
            throw new IOException("permission denied");
        }
        for (String name : OURS) {
            delete(file(name));
        }
    }

    /** The reason of a file system error, without the path that the message has anyway. */
    public static String cause(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e instanceof FileSystemException f && f.getReason() != null
                ? f.getReason()
                : String.valueOf(e.getMessage());
    }

    public Path root() {
        return root;
    }

    public Path file(String name) {
        return root.resolve(name);
    }

    public Path traces() {
        return file("trace");
    }

    public Path clips() {
        return file("clips");
    }

    /** What the recorded run printed, and what it read. */
    public Path record() {
        return file("record");
    }

    /** The schedule of the recorded run itself. */
    public Path recordedClip() {
        return traces().resolve("recorded.clip");
    }

    /** An empty folder for one re-execution. */
    public Path run(String name) throws IOException {
        Path path = file("runs").resolve(name);
        delete(path);
        return Files.createDirectories(path);
    }

    /** Removes the folder of the re-executions when there is nothing in it any more. */
    void tidyRuns() throws IOException {
        Path runs = file("runs");
        if (Files.isDirectory(runs)) {
            try (Stream<Path> left = Files.list(runs)) {
                if (left.findAny().isPresent()) {
                    return;
                }
            }
            Files.delete(runs);
        }
    }

    /** Removes the whole folder. */
    public void discard() throws IOException {
        delete(root);
    }

    public void save(Session session) throws IOException {
        Json.write(session, file(SESSION));
    }

    public Session load() {
        Path file = file(SESSION);
        try {
            Session session = Json.read(file, Session.class);
            if (session.foretell() == null || session.directory() == null) {
                throw new IOException("not written by Foretell");
            }
            if (!session.foretell().equals(Version.text())) {
                throw UserError.usage("The session in " + root + " was made by Foretell " + session.foretell()
                        + ", this is " + Version.text() + ". Record the program again with 'foretell check'.");
            }
            return session;
        } catch (IOException | NullPointerException e) {
            throw UserError.usage("The file " + file + " cannot be used: "
                    + (e instanceof IOException io ? cause(io) : "fields are missing")
                    + ". Record the program again with 'foretell check'.");
        }
    }

    /** Deletes a file or a whole tree; not there is fine. Links are removed, not followed. */
    public static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
