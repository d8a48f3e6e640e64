/**
 * Programs that inspect their own state. What they print, and how they end, must not depend on whether they are
 * recorded.
 *
 * <p>Comments define how to run them: {@code // jvm: OPTIONS}, {@code // args: ARGUMENTS}, {@code // stdin: TEXT},
 * {@code // exit: CODE} (0 by default), {@code // env: NAME=VALUE}. {@code // schedule: REASON} is the reason why the
 * recorded schedule need not be replayable, {@code // only: record} that a directed run may differ.
 */
package dev.foretell.it.odd;
