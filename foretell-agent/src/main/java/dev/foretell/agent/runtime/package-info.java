/**
 * What the modes share at run time: names of exceptions, numbers of tasks, and the end of a run whose tool is gone.
 *
 * <p>Uses no other package of the agent.
 */
package dev.foretell.agent.runtime;
