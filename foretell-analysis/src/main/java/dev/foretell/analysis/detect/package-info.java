/** What every detector returns: combinations of events that may be an anomaly, merged by place. */
package dev.foretell.analysis.detect;
