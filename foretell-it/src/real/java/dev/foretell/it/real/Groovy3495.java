// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.codehaus.groovy.tools.RootLoader;

/** GROOVY-3495: a class is looked for and then defined, and another thread may define it in between. */
public final class Groovy3495 {
    public static void main(String[] args) throws Exception {
        Path classes = Files.createTempDirectory("classes");
        EmptyClass.write(classes, "Script");
        RootLoader loader = new RootLoader(new URL[] {classes.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        Thread first = Play.start("first", () -> loader.loadClass("Script"));
        Play.settle(first);
        Thread second = Play.start("second", () -> loader.loadClass("Script"));
        Play.join(first, second);
    }
}
