/** What the tool tells the agent: one file, defined once, written by the tool and read in the program under test. */
package dev.foretell.trace.options;
