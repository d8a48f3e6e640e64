/** The text form of a trace: one event a line, readable, the language of tests, and the exchange with other tools. */
package dev.foretell.trace.text;
