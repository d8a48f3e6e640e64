// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import java.util.List;

/**
 * The effects of the methods of one name in one type.
 *
 * @param type as in {@code Class.getName()}
 * @param method the name; {@code *} for all methods that no other line of the type describes
 * @param parameters the simple names of their types, {@code (int,Object)}; null for all methods of the name
 * @param argument number of the argument that is an object of interest, from 1; 0 when there is none
 * @param effects in the order in which they happen
 */
record ModelLine(String type, String method, String parameters, int argument, List<Effect> effects) {
    boolean fits(Signature signature) {
        return (method.equals(signature.name) || method.equals("*"))
                && (parameters == null || parameters.equals(signature.parameters));
    }
}
