// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.process;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * One run of a program.
 *
 * @param launch what to start
 * @param directory working directory
 * @param keep an existing folder that gets {@code stdout} and {@code stderr}
 */
public record RunRequest(AgentLaunch launch, Path directory, Path keep, Streams streams, Limits limits) {
    /**
     * The program's standard streams.
     *
     * @param out gets standard output as it comes; null when it is only kept
     * @param err likewise for standard error
     */
    public record Streams(ProgramInput input, OutputStream out, OutputStream err) {}

    /**
     * What ends the program before its own end.
     *
     * @param timeout after which it is killed
     * @param grace how long it may take to end by itself after a request to terminate
     * @param enough called now and then; true when the run has shown what it was made for and is ended
     */
    public record Limits(Duration timeout, Duration grace, BooleanSupplier enough) {}
}
