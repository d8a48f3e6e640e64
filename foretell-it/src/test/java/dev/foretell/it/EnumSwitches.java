// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Finds switches over enums that a new constant would pass through unnoticed: with a {@code default}, or a statement
 * that leaves constants out (of an expression without {@code default} the compiler demands all). Works on the
 * compiler's attributed trees, so the type of each selector is known.
 */
final class EnumSwitches {
    private final Predicate<String> enums;
    private final List<String> found = new ArrayList<>();
    private int checked;

    /** @param enums by qualified name, which enums are checked */
    EnumSwitches(Predicate<String> enums) {
        this.enums = enums;
    }

    /** One line for each such switch, {@code File.java:12: default in a switch over EventKind}. */
    List<String> find(Iterable<? extends JavaFileObject> sources, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        // References that this class path does not have are errors here, and do not keep the rest from being
        // attributed.
        List<String> options =
                List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-classpath", classPath, "-Xmaxerrs", "1");
        JavacTask task = (JavacTask) compiler.getTask(null, null, diagnostic -> {}, options, null, sources);
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        Trees trees = Trees.instance(task);
        for (CompilationUnitTree unit : units) {
            new Scanner(trees).scan(unit, null);
        }
        return found;
    }

    /** How many switches over such enums there were. */
    int checked() {
        return checked;
    }

    private final class Scanner extends TreePathScanner<Void, Void> {
        private final Trees trees;

        Scanner(Trees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitSwitch(SwitchTree tree, Void unused) {
            check(tree.getExpression(), tree.getCases(), tree);
            return super.visitSwitch(tree, unused);
        }

        @Override
        public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
            check(tree.getExpression(), tree.getCases(), tree);
            return super.visitSwitchExpression(tree, unused);
        }

        private void check(ExpressionTree selector, List<? extends CaseTree> cases, Tree tree) {
            TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), selector));
            if (type == null || type.getKind() == TypeKind.ERROR) {
                found.add(place(tree) + ": the type of a switch's selector is not known");
                return;
            }
            if (type.getKind() != TypeKind.DECLARED) {
                return;
            }
            TypeElement declared = (TypeElement) ((DeclaredType) type).asElement();
            if (declared.getKind() != ElementKind.ENUM
                    || !enums.test(declared.getQualifiedName().toString())) {
                return;
            }
            checked++;
            Set<String> missing = new HashSet<>();
            for (Element member : declared.getEnclosedElements()) {
                if (member.getKind() == ElementKind.ENUM_CONSTANT) {
                    missing.add(member.getSimpleName().toString());
                }
            }
            for (CaseTree one : cases) {
                if (one.getExpressions().isEmpty()) {
                    found.add(place(one) + ": default in a switch over " + declared.getSimpleName());
                    return;
                }
                for (ExpressionTree label : one.getExpressions()) {
                    missing.remove(((IdentifierTree) label).getName().toString());
                }
            }
            if (!missing.isEmpty()) {
                found.add(place(tree) + ": a switch over " + declared.getSimpleName() + " without "
                        + missing.stream().sorted().toList());
            }
        }

        private String place(Tree tree) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            String file = unit.getSourceFile().getName();
            long position = trees.getSourcePositions().getStartPosition(unit, tree);
            return file.substring(file.lastIndexOf('/') + 1) + ":"
                    + unit.getLineMap().getLineNumber(position);
        }
    }
}
