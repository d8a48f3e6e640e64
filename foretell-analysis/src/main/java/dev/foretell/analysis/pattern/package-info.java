/**
 * Anomalies as patterns: PECAN's pattern language (section 3) with its files, the condition under which recorded events
 * can be reordered to match one (section 5.2), and a search for any pattern. The detectors for single patterns that
 * matter most have their own, faster search but read the same files. See docs/analyses/patterns.md.
 */
package dev.foretell.analysis.pattern;
