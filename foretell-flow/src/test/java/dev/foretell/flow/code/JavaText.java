// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Java source, compiled in memory. */
public final class JavaText {
    private JavaText() {}

    /** The classes of one file, {@code Sample.java}, in the default package. */
    public static Program compile(String source) {
        Map<String, ByteArrayOutputStream> compiled = new LinkedHashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Sample.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        StringBuilder problems = new StringBuilder();
        try (JavaFileManager files = new InMemory(compiler.getStandardFileManager(null, null, null), compiled)) {
            boolean done = compiler.getTask(
                            null,
                            files,
                            diagnostic -> problems.append(diagnostic).append('\n'),
                            List.of("-g", "--release", "17", "-proc:none"),
                            null,
                            List.of(file))
                    .call();
            if (!done) {
                throw new IllegalArgumentException(problems.toString());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        List<CodeClass> classes = new ArrayList<>();
        compiled.values().forEach(bytes -> classes.add(new CodeClass(bytes.toByteArray())));
        return Program.of(classes);
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> compiled;

        InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> compiled) {
            super(files);
            this.compiled = compiled;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    compiled.put(className, out);
                    return out;
                }
            };
        }
    }
}
