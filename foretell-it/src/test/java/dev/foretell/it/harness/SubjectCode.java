// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a subject uses of the JDK, from its class files: which methods it calls, what it creates, and what of the
 * language it needs.
 *
 * @param name the subject, without the packages that all have in common
 * @param fails whether it has a bug
 */
public record SubjectCode(String name, boolean fails, List<Call> calls, Set<String> created, Set<String> features) {
    /**
     * A call, or a reference to a method. Names of types have dots; {@code parameters} are simple names in parentheses.
     */
    public record Call(String owner, String method, String parameters, String result) {}

    /** All subjects below a folder of class files, in the order of their names. */
    public static List<SubjectCode> in(Path classes) {
        Map<String, SubjectCode> found = new TreeMap<>();
        for (String verdict : List.of("fail", "success")) {
            Path home = classes.resolve("dev/foretell/it/" + verdict);
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".class"))
                        .filter(path -> !path.endsWith("package-info.class"))
                        .sorted()
                        .toList()) {
                    String path = home.getParent().relativize(file).toString();
                    String name = path.substring(0, path.length() - ".class".length())
                            .split("\\$")[0]
                            .replace('/', '.');
                    SubjectCode subject = found.computeIfAbsent(
                            name,
                            n -> new SubjectCode(
                                    n, verdict.equals("fail"), new ArrayList<>(), new HashSet<>(), new HashSet<>()));
                    new ClassReader(Files.readAllBytes(file)).accept(subject.new Reading(), ClassReader.SKIP_DEBUG);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return List.copyOf(found.values());
    }

    private void call(String owner, String method, String descriptor) {
        StringBuilder parameters = new StringBuilder("(");
        for (Type type : Type.getArgumentTypes(descriptor)) {
            String full = type.getClassName();
            parameters
                    .append(parameters.length() == 1 ? "" : ",")
                    .append(full.substring(Math.max(full.lastIndexOf('.'), full.lastIndexOf('$')) + 1));
        }
        String result = Type.getReturnType(descriptor).getClassName();
        calls.add(new Call(
                Type.getObjectType(owner).getClassName(),
                method,
                parameters.append(')').toString(),
                result));
    }

    private final class Reading extends ClassVisitor {
        Reading() {
            super(Opcodes.ASM9);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            if ((access & Opcodes.ACC_VOLATILE) != 0) {
                features.add("volatile");
            }
            features.add("a field of type " + Type.getType(descriptor).getClassName());
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                features.add("synchronized");
            }
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String method, String type, boolean isInterface) {
                    if (method.equals("<init>") && opcode == Opcodes.INVOKESPECIAL) {
                        created.add(owner.replace('/', '.'));
                    } else {
                        call(owner, method, type);
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(String method, String type, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle && handle.getTag() > Opcodes.H_PUTSTATIC) {
                            visitMethodInsn(
                                    handle.getTag() == Opcodes.H_NEWINVOKESPECIAL ? Opcodes.INVOKESPECIAL : -1,
                                    handle.getOwner(),
                                    handle.getName(),
                                    handle.getDesc(),
                                    handle.isInterface());
                        }
                    }
                }

                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        features.add("synchronized");
                    }
                }

                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof String text) {
                        features.add("\"" + text + "\""); // a method that is called by reflection
                    }
                }
            };
        }
    }
}
