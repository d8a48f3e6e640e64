/** Detects that threads wait for ever: a deadlock, or every thread waits and none can wake another. */
package dev.foretell.agent.stall;
