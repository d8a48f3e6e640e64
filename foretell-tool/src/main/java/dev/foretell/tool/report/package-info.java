/**
 * Findings, and how they are shown: one model, several renderings. Nothing here runs a program or reads a trace, so a
 * report can be made again from what a session left on disk.
 */
package dev.foretell.tool.report;
