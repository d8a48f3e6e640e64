/** Words and lines of the files that people read and edit: clips and atomic sections. */
package dev.foretell.trace.words;
