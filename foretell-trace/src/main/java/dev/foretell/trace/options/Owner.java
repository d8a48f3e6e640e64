// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * The process that a run belongs to: the tool that started it. Process numbers are reused, and denote other processes
 * in another name space (a container), so a number alone does not identify one.
 *
 * @param pid 0 when the run belongs to no process
 * @param startMillis when it was started; 0 when that is not known
 * @param space the name space that the number belongs to; empty where there are none
 */
public record Owner(long pid, long startMillis, String space) {
    public static final Owner NONE = new Owner(0, 0, "");

    static final OptionType<Owner> TYPE = new Type();

    /** The clock that these times come from may be corrected between two calls. */
    private static final long TOLERANCE_MILLIS = 5000;

    private static final Path SPACE = Path.of("/proc/self/ns/pid");

    /** This process. */
    public static Owner current() {
        ProcessHandle self = ProcessHandle.current();
        return new Owner(self.pid(), start(self), currentSpace());
    }

    /** The process itself; empty when it has ended or is not visible from here. */
    public Optional<ProcessHandle> process() {
        Optional<ProcessHandle> process = isHere() ? ProcessHandle.of(pid) : Optional.empty();
        return process.isPresent() && process.get().isAlive() && isSame(process.get()) ? process : Optional.empty();
    }

    /** Whether the process is visible from here while it is alive. */
    public boolean isHere() {
        return pid != 0 && space.equals(currentSpace());
    }

    private boolean isSame(ProcessHandle process) {
        long start = start(process);
        return start == 0 || startMillis == 0 || Math.abs(start - startMillis) <= TOLERANCE_MILLIS;
    }

    private static long start(ProcessHandle process) {
        var start = process.info().startInstant();
        return start.isPresent() ? start.get().toEpochMilli() : 0;
    }

    private static String currentSpace() {
        try {
            return Files.readSymbolicLink(SPACE).toString();
        } catch (IOException | RuntimeException e) {
            return ""; // no such system
        }
    }

    /** The number under the option's own name, the rest under names below it. */
    private static final class Type extends OptionType<Owner> {
        @Override
        String description() {
            return "a process number, with .start and .space";
        }

        @Override
        Owner read(Properties in, String name) {
            String pid = in.getProperty(name);
            return pid == null
                    ? null
                    : new Owner(
                            Long.parseLong(pid),
                            Long.parseLong(in.getProperty(name + ".start", "0")),
                            in.getProperty(name + ".space", ""));
        }

        @Override
        void write(Properties out, String name, Owner owner) {
            out.setProperty(name, Long.toString(owner.pid));
            out.setProperty(name + ".start", Long.toString(owner.startMillis));
            out.setProperty(name + ".space", owner.space);
        }
    }
}
