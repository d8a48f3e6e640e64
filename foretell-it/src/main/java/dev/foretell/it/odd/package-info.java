/**
 * Programs that look around. What they print, and how they end, must not depend on whether Foretell watches.
 *
 * <p>Comments say how to run them: {@code // jvm: OPTIONS}, {@code // args: ARGUMENTS}, {@code // stdin: TEXT},
 * {@code // exit: CODE} (0 unless told), {@code // env: NAME=VALUE}. {@code // schedule: REASON} says why the recorded
 * schedule need not be one that can be followed again, {@code // only: record} that a directed run may differ.
 */
package dev.foretell.it.odd;
