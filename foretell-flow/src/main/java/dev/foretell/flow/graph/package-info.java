/** Inside one method: where control can go next, what dominates what, and which values are the same. */
package dev.foretell.flow.graph;
