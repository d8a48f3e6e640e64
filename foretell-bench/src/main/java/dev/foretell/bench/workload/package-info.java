/**
 * The programs whose recording is measured: ordinary ones without a reference to Foretell, each with another mix of
 * arrays, fields, locks and library calls. Four threads each. The first argument scales the work.
 */
package dev.foretell.bench.workload;
