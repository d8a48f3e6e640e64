/**
 * Measures the costs that have budgets and prints them as Markdown, for docs/benchmarks.md. All ratios are taken within
 * one run on one machine, plain and watched runs in turn, and are medians. Nothing here is part of a test.
 */
package dev.foretell.bench;
