// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The sites of one class, in the order of its instructions. Their final numbers are only known when all are there, so
 * the code holds {@link Number} instructions, which become constants when the class is written.
 */
final class Sites {
    private final String className;
    private final String sourceFile;
    private final List<Site> list = new ArrayList<>();
    private int first;

    Sites(String className, String sourceFile) {
        this.className = className;
        this.sourceFile = sourceFile == null ? "" : sourceFile;
    }

    /** Returns the site's place in this class. */
    int add(String method, int line, int offset, EventKind op, String what) {
        list.add(new Site(className, method, sourceFile, line, offset, op, what));
        return list.size() - 1;
    }

    /** A place for people, {@code Account.java:12}. */
    String position(String method, int line, int offset) {
        return new Site(className, method, sourceFile, line, offset, EventKind.OBSERVE, "").position();
    }

    List<Site> list() {
        return list;
    }

    /** Number of the class's first site in this JVM. */
    void startAt(int number) {
        first = number;
    }

    int first() {
        return first;
    }

    /** An instruction that pushes the number of a site. */
    AbstractInsnNode number(int place) {
        return new Number(place);
    }

    final class Number extends AbstractInsnNode {
        private final int place;

        Number(int place) {
            super(Opcodes.LDC);
            this.place = place;
        }

        @Override
        public int getType() {
            return LDC_INSN;
        }

        @Override
        public void accept(MethodVisitor out) {
            int number = first + place;
            if (number <= 5) {
                out.visitInsn(Opcodes.ICONST_0 + number);
            } else if (number <= Byte.MAX_VALUE) {
                out.visitIntInsn(Opcodes.BIPUSH, number);
            } else if (number <= Short.MAX_VALUE) {
                out.visitIntInsn(Opcodes.SIPUSH, number);
            } else {
                out.visitLdcInsn(number);
            }
        }

        @Override
        public AbstractInsnNode clone(java.util.Map<LabelNode, LabelNode> clonedLabels) {
            return new Number(place);
        }
    }
}
