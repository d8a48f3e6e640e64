/**
 * Programs with bugs of a form that only their own pattern files describe. {@code // pattern: LABEL} marks lines as
 * {@code // atomicity: LABEL} does in the neighbouring package, and {@code // options: ...} names the file.
 */
package dev.foretell.it.fail.pattern;
