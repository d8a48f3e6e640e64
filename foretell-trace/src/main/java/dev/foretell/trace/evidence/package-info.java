/** How the recorded run itself failed, as the agent writes it beside the trace. */
package dev.foretell.trace.evidence;
