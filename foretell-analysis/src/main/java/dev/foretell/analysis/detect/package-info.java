/** What every detector gives: combinations of events that look like an anomaly, merged by place. */
package dev.foretell.analysis.detect;
