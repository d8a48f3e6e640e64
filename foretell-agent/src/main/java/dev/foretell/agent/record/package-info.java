/** The mode that records one run. */
package dev.foretell.agent.record;
