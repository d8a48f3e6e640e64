// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.bytecode.ClassTree;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** A class that is being instrumented. */
final class ParsedClass extends ClassTree {
    ParsedClass(byte[] classFile) {
        super(classFile, ClassReader.EXPAND_FRAMES);
    }

    int majorVersion() {
        return version & 0xFFFF;
    }

    @Override
    protected Method newMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        return new Method(access, name, descriptor, signature, exceptions);
    }

    final class Method extends MethodTree {
        /** Whether it has probes. */
        boolean changed;

        Method(int access, String name, String descriptor, String signature, String[] exceptions) {
            super(access, name, descriptor, signature, exceptions);
        }

        ParsedClass owner() {
            return ParsedClass.this;
        }
    }

    static boolean isAnnotated(MethodNode method, String descriptor) {
        List<AnnotationNode> annotations = method.visibleAnnotations == null ? List.of() : method.visibleAnnotations;
        for (AnnotationNode annotation : annotations) {
            if (annotation.desc.equals(descriptor)) {
                return true;
            }
        }
        return false;
    }
}
