// SPDX-License-Identifier: Apache-2.0
package dev.foretell.probe;

/** The identity that the instrumenter gives to objects: an injected field, and how to keep it out of sight. */
public final class Identity {
    /** The injected field: {@code private transient synthetic long}, 0 until the object is first seen. */
    public static final String FIELD = "$foretell$id";

    private Identity() {}

    /**
     * From within {@code jdk.internal.reflect.Reflection.filterFields}: what {@code getDeclaredFields} shows must not
     * include the injected field.
     */
    public static java.lang.reflect.Field[] hide(java.lang.reflect.Field[] fields) {
        int hidden = -1;
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].getName().equals(FIELD)) {
                hidden = i;
            }
        }
        if (hidden < 0) {
            return fields;
        }
        java.lang.reflect.Field[] rest = new java.lang.reflect.Field[fields.length - 1];
        System.arraycopy(fields, 0, rest, 0, hidden);
        System.arraycopy(fields, hidden + 1, rest, hidden, rest.length - hidden);
        return rest;
    }
}
