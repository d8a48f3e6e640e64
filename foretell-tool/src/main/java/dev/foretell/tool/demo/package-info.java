/** The program of {@code foretell demo}: ordinary code with ordinary mistakes. It uses nothing of Foretell. */
package dev.foretell.tool.demo;
