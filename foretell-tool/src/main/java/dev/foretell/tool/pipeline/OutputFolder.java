// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.UserError;
import dev.foretell.tool.Version;
import dev.foretell.tool.report.FailOn;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The folder of one session, and the files in it. Only files that Foretell itself has written are ever deleted, and
 * only in a folder that its session file marks as Foretell's.
 */
public final class OutputFolder {
    private static final String SESSION = "session.json";
    private static final String AGAIN = "again";
    /** What is left of a run that was to replace the session and recorded nothing. */
    private static final String FAILED = "failed";
    /** The session before, until there is a new one. */
    private static final String PREVIOUS = ".previous";

    private static final String LOCK = ".lock";
    private static final List<String> OURS = List.of(
            "trace",
            "clips",
            "runs",
            "record",
            AGAIN,
            FAILED,
            "report.html",
            "report.json",
            "report.txt",
            "foretell-error.log",
            SESSION);

    private final Path root;

    private OutputFolder(Path root) {
        this.root = root;
    }

    /**
     * A folder for a new session. An older session in it is set aside; {@link #keep} removes it and {@link #restore}
     * brings it back.
     */
    public static OutputFolder create(Path path) {
        OutputFolder folder = new OutputFolder(path);
        try {
            if (Files.exists(path)) {
                folder.setAside();
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

    /**
     * Keeps other sessions out of a folder, which is made when there is none, until the result is closed or this
     * process ends, however it ends.
     */
    public static Closeable lock(Path path) {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw UserError.usage(
                    "The output folder " + path + " is a file. Remove it, or choose another folder with '-o DIR'.");
        }
        try {
            new OutputFolder(path).requireEmptyOrOurs();
            Files.createDirectories(path);
            FileChannel channel = FileChannel.open(
                    path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            if (isLocked(channel)) {
                return channel;
            }
            channel.close();
        } catch (IOException e) {
            throw UserError.usage("The output folder " + path + " cannot be written (" + cause(e)
                    + "). Choose another one with '-o DIR'.");
        }
        throw UserError.usage("Another session of Foretell is working in " + path
                + ". Wait for it, or choose another folder with '-o DIR'.");
    }

    /** Whether a directory is the output folder of some session. */
    static boolean isOne(Path directory) {
        return Files.exists(directory.resolve(SESSION)) && Files.exists(directory.resolve(LOCK));
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // by a session in this process
        }
    }

    /** A folder in this one for a second recording, which reads the same standard input as the first. */
    public OutputFolder again() throws IOException {
        OutputFolder again = create(file(AGAIN));
        Path stdin = record().resolve("stdin");
        if (Files.exists(stdin)) {
            Files.copy(stdin, again.record().resolve("stdin"));
        }
        return again;
    }

    /** Replaces the first recording and its results by the second and its results. */
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

    private void setAside() throws IOException {
        if (!Files.isDirectory(root)) {
            throw UserError.usage(
                    "The output folder " + root + " is a file. Remove it, or choose another folder with '-o DIR'.");
        }
        requireEmptyOrOurs();
        if (!Files.isWritable(root)) {
            throw new IOException("permission denied");
        }
        restore(); // what a session that was killed had set aside
        if (hasResults()) {
            moveOurs(root, Files.createDirectories(file(PREVIOUS)));
        } else {
            deleteOurs(root);
        }
    }

    /** Whether there is a session in which something was recorded. */
    private boolean hasResults() {
        try {
            return Files.exists(file(SESSION), LinkOption.NOFOLLOW_LINKS)
                    && Json.read(file(SESSION), Session.class).recording() != null;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private void requireEmptyOrOurs() throws IOException {
        if (!Files.isDirectory(root)
                || Files.exists(file(SESSION), LinkOption.NOFOLLOW_LINKS)
                || Files.exists(file(PREVIOUS), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> content;
        try (Stream<Path> list = Files.list(root)) {
            content = list.toList();
        }
        for (Path path : content) {
            String name = path.getFileName().toString();
            if (!name.equals(LOCK)) {
                throw UserError.usage("The folder " + root + " holds something else, which Foretell will not touch."
                        + " Choose another one with '-o DIR'.");
            }
        }
    }

    /** There is a new session: the one before is removed. */
    public void keep() throws IOException {
        delete(file(PREVIOUS));
    }

    /**
     * Brings the session before back, when there is one; returns whether there was. What is there now is put into the
     * folder {@code failed}.
     */
    public boolean restore() throws IOException {
        Path previous = file(PREVIOUS);
        if (!Files.isDirectory(previous, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Path failed = file(FAILED);
        delete(failed);
        moveOurs(root, Files.createDirectories(failed));
        delete(previous.resolve(FAILED));
        moveOurs(previous, root);
        delete(previous);
        return true;
    }

    private static void moveOurs(Path from, Path to) throws IOException {
        for (String name : OURS) {
            Path source = from.resolve(name);
            if (!to.equals(source) && Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
                delete(to.resolve(name));
                Files.move(source, to.resolve(name));
            }
        }
    }

    private static void deleteOurs(Path from) throws IOException {
        for (String name : OURS) {
            delete(from.resolve(name));
        }
    }

    /**
     * Throws {@link UserError} when anything in this folder is a link or a device: nothing is written through these.
     */
    public void requireNoLinks() throws IOException {
        for (String name : OURS) {
            if (Files.exists(file(name), LinkOption.NOFOLLOW_LINKS)) {
                Files.walkFileTree(file(name), new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (!attributes.isRegularFile()) {
                            throw link(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
            }
        }
    }

    private static UserError link(Path path) {
        return UserError.usage(
                "In the output folder, " + path + " is a link or no ordinary file, which Foretell does not"
                        + " follow. Remove it, or choose another folder with '-o DIR'.");
    }

    /** Copies the recording, the clips and all that is known of another session into this new folder. */
    public void copy(OutputFolder other) throws IOException {
        other.requireNoLinks();
        for (String name : List.of("trace", "clips", "record", SESSION)) {
            Path from = other.file(name);
            if (!Files.exists(from)) {
                continue;
            }
            Path to = file(name);
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Path target = file.equals(from)
                            ? to
                            : to.resolve(from.relativize(file).toString());
                    Files.copy(file, target, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.REPLACE_EXISTING);
                    return FileVisitResult.CONTINUE;
                }
            });
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

    /** A file in this folder; a name that leads out of it, which only a garbled session has, is refused. */
    public Path file(String name) {
        Path path = root.resolve(name);
        if (!path.normalize().startsWith(root.normalize()) || path.normalize().equals(root.normalize())) {
            throw UserError.usage("The session in " + root + " names " + name + ", which is not in that folder.");
        }
        return path;
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
        Path path = file("runs/" + name);
        requireNoLink(path);
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
        write(SESSION, Json.text(session));
    }

    /**
     * Writes a file in place of an older one: a reader sees the old one or the new one, also when this process is
     * killed. A link in its place, or on the way to it, is refused: the folder may come from another user.
     */
    public void write(String name, String text) throws IOException {
        Path file = file(name);
        requireNoLink(file);
        Path draft = Files.createTempFile(file.getParent(), ".foretell", ".new");
        try {
            Files.writeString(draft, text);
            share(draft);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** With the permissions that any new file has: a temporary file is for its owner only. */
    private static void share(Path draft) throws IOException {
        if (Files.getFileStore(draft).supportsFileAttributeView("posix")) {
            Path ordinary = draft.resolveSibling(draft.getFileName() + "er");
            Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(Files.createFile(ordinary)));
            Files.delete(ordinary);
        }
    }

    private void requireNoLink(Path path) {
        for (Path part = path; part != null && !part.equals(root); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                throw link(part);
            }
        }
    }

    public Session load() {
        Path file = file(SESSION);
        try {
            Session session = Json.read(file, Session.class);
            if (session.tool().foretell() == null || session.directory() == null) {
                throw new IOException("not written by Foretell");
            }
            Path.of(session.directory());
            if (!session.tool().foretell().equals(Version.text())) {
                throw UserError.usage("The session in " + root + " was made by Foretell "
                        + session.tool().foretell() + ", this is " + Version.text()
                        + ". Record the program again with 'foretell check'.");
            }
            requireWhole(session);
            return session;
        } catch (UserError e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw UserError.usage("The file " + file + " cannot be used: "
                    + (e instanceof IOException io ? cause(io) : "fields are missing or garbled")
                    + ". Record the program again with 'foretell check'.");
        }
    }

    /** Throws a runtime exception when a phase would find a field missing: all of them are used once. */
    private void requireWhole(Session session) {
        Objects.requireNonNull(session.scope().agentRegions());
        session.scope().modelFiles();
        session.detection().expect().forEach(Path::of);
        Objects.requireNonNull(session.canary().race());
        Objects.requireNonNull(session.canary().deadlock());
        for (Finding finding : session.findings()) {
            if (finding.clip() != null) {
                file(finding.clip());
            }
            file("runs/" + finding.id());
        }
        if (session.recording() != null) {
            session.recording().jvms().forEach(name -> file("trace/" + name));
            Objects.requireNonNull(session.recording().output());
        }
        if (session.analysis() != null) {
            Objects.requireNonNull(session.analysis().program());
            ReportPhase phase = new ReportPhase(FailOn.ERROR, true, "foretell");
            phase.render(phase.make(session), root);
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
