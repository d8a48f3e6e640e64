// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

/** What {@link Trace#target} of an event denotes. Each operand has its own numbers and names. */
public enum Operand {
    /** A field of one object, a static field, an array element, or the content of an object. */
    VARIABLE,
    /** A monitor or another lock. */
    LOCK,
    /** An object with permits. */
    SEMAPHORE,
    /** A thread, as an index into {@link Trace#threads()}. */
    THREAD,
    /** A class that is initialised. */
    CLASS,
    /** Any other object that orders what comes before PUBLISH before what comes after OBSERVE. */
    CHANNEL,
    /** Nothing: the target is -1. */
    NONE
}
