/** Traces for other tools: the STD text of race-prediction research, and the trace-event JSON of timeline viewers. */
package dev.foretell.tool.export;
