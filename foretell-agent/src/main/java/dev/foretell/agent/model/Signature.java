// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

/** A method's name and descriptor, one object for each pair. */
final class Signature {
    /** In place of a name: any method that no model describes. */
    static final String ANY = "";

    final String name;
    final String descriptor;
    /** As model files write them: {@code (int,Object)}. */
    final String parameters;
    /** Its number, from 0. */
    final int index;

    Signature(String name, String descriptor, int index) {
        this.name = name;
        this.descriptor = descriptor;
        this.parameters = parameters(descriptor);
        this.index = index;
    }

    boolean isAny() {
        return name.equals(ANY);
    }

    /** {@code (ILjava/lang/Object;)V} as {@code (int,Object)}. */
    static String parameters(String descriptor) {
        StringBuilder out = new StringBuilder("(");
        int at = 1;
        while (descriptor.charAt(at) != ')') {
            if (at > 1) {
                out.append(',');
            }
            int dimensions = 0;
            while (descriptor.charAt(at) == '[') {
                dimensions++;
                at++;
            }
            if (descriptor.charAt(at) == 'L') {
                int end = descriptor.indexOf(';', at);
                int start = descriptor.lastIndexOf('/', end) + 1;
                out.append(descriptor, Math.max(start, at + 1), end);
                at = end + 1;
            } else {
                out.append(primitive(descriptor.charAt(at)));
                at++;
            }
            for (; dimensions > 0; dimensions--) {
                out.append("[]");
            }
        }
        return out.append(')').toString();
    }

    private static String primitive(char type) {
        return switch (type) {
            case 'I' -> "int";
            case 'J' -> "long";
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'F' -> "float";
            default -> "double";
        };
    }
}
