// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.List;

/**
 * What the code of a class's {@code equals} compares: nothing but these fields.
 *
 * @param fields the fields, each declared by the class itself
 * @param sameClass whether the objects must be of the same class, too; otherwise subclasses are equal as well
 */
public record Equality(List<Field> fields, boolean sameClass) {
    /** The type is the first character of the field's descriptor. */
    public record Field(String name, char type) {}

    public Equality {
        fields = List.copyOf(fields);
    }
}
