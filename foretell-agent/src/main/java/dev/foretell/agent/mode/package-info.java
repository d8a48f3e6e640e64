/**
 * What a mode of the agent is: {@link dev.foretell.agent.mode.AgentMode}, which recorder, director and watcher extend.
 */
package dev.foretell.agent.mode;
