/** Correct programs that are looked at down into the JDK's collections. */
package dev.foretell.it.success.inside;
