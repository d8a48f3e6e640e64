// SPDX-License-Identifier: Apache-2.0
/**
 * Class files as trees of ASM, with the offset of each instruction. Both sides name a place in the code by its offset:
 * the agent in the sites of a trace, {@code flow} in the places of atomic sections.
 */
package dev.foretell.bytecode;
