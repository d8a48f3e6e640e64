/** Inside one method: control flow, dominators, and value numbers. */
package dev.foretell.flow.graph;
