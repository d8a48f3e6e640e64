/** The mode that makes a program follow a clip. */
package dev.foretell.agent.direct;
