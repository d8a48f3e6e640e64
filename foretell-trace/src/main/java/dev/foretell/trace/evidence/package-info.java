/** What the recorded run itself showed, as the agent noted it beside the trace. */
package dev.foretell.trace.evidence;
