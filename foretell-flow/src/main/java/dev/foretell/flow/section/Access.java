// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.trace.section.AccessPoint;

/**
 * An instruction that reads or writes a variable that can be shared.
 *
 * @param variable as in sections
 * @param isStatic there is one variable; otherwise there is one for each object
 * @param object number of the object, or of the array, in the method's values; {@code NONE} for static fields
 * @param index number of the index for an element; {@code NONE} for fields
 */
record Access(
        CodeMethod method, int instruction, String variable, boolean isStatic, boolean write, int object, int index) {
    AccessPoint point() {
        return new AccessPoint(write, method.place(instruction));
    }

    /** An element of an array: which one is known at run time only. */
    boolean isElement() {
        return variable.endsWith("[]");
    }
}
