/**
 * All of Foretell that runs inside the program under test: where the JVM enters it, and what starts a mode.
 *
 * <p>{@code agent.instrument} inserts the probes that a mode's {@link dev.foretell.agent.mode.ProbePlan} has;
 * {@code agent.record}, {@code agent.direct} and {@code agent.watch} are the modes, implementations of
 * {@link dev.foretell.agent.mode.AgentMode} that do not use each other. The root package uses all others, and none uses
 * it.
 */
package dev.foretell.agent;
