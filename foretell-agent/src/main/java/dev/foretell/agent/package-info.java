/**
 * All of Foretell that runs inside the program under test.
 *
 * <p>{@code agent.instrument} turns classes into ones that call the probes; {@code agent.record} and {@code
 * agent.direct} are what the probes do. They share nothing but {@link dev.foretell.agent.AgentMode}: a new mode never
 * touches the instrumenter.
 */
package dev.foretell.agent;
