/**
 * All of Foretell that runs inside the program under test.
 *
 * <p>{@code agent.instrument} turns classes into ones that call the probes; {@code agent.record}, {@code agent.direct}
 * and {@code agent.watch} are what the probes do. They share nothing but {@link dev.foretell.agent.AgentMode}, which
 * also says which probes a mode wants.
 */
package dev.foretell.agent;
