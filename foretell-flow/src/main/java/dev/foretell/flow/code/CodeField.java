// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import org.objectweb.asm.Opcodes;

/**
 * A field of the program.
 *
 * @param owner the class that declares it, as in {@code Class.getName()}
 * @param access flags of the class file
 */
public record CodeField(String owner, String name, int access) {
    public boolean isStatic() {
        return (access & Opcodes.ACC_STATIC) != 0;
    }

    public boolean isFinal() {
        return (access & Opcodes.ACC_FINAL) != 0;
    }

    /** As in traces and sections: {@code com.acme.Account.balance}. */
    public String variable() {
        return owner + "." + name;
    }
}
