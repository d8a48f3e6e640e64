// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

/**
 * A thread of a recorded run.
 *
 * @param path its creation path, the same in every run that creates threads in the same way: {@code main},
 *     {@code main/0} for the first thread that main starts, {@code main/0/2} for the third that one starts; threads
 *     that the JVM starts are {@code jvm:NAME}
 * @param name the name it had
 */
public record TraceThread(String path, String name) {}
