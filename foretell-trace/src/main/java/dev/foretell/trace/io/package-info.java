/** The binary trace: what the recorder writes, segment by segment, and how it becomes a {@code Trace} again. */
package dev.foretell.trace.io;
