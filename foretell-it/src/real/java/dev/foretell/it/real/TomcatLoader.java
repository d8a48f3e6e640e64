// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.loader.WebappClassLoader;
import org.apache.naming.resources.FileDirContext;

/** Tomcat 5.0: two threads load one class for the first time, and one of them gets a ClassNotFoundException. */
public final class TomcatLoader {
    /** One of the threads takes long, but has the class file in its hands before the other begins: that goes well. */
    private static final class Loader extends WebappClassLoader {
        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        @SuppressWarnings("deprecation")
        protected Package getPackage(String name) {
            if (Thread.currentThread().getName().equals("slow")) {
                try {
                    Thread.sleep(800);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return super.getPackage(name);
        }
    }

    public static void main(String[] args) throws Exception {
        Path base = Files.createTempDirectory("webapp");
        Path classes = base.resolve("WEB-INF/classes");
        EmptyClass.write(classes, "app/Servlet");
        FileDirContext files = new FileDirContext();
        files.setDocBase(base.toString());
        Loader loader = new Loader();
        loader.setResources(files);
        Method add = WebappClassLoader.class.getDeclaredMethod("addRepository", String.class, File.class);
        add.setAccessible(true);
        add.invoke(loader, "/WEB-INF/classes/", classes.toFile());
        loader.start();
        Thread slow = Play.start("slow", () -> loader.loadClass("app.Servlet"));
        Play.settle(slow);
        Thread quick = Play.start("quick", () -> loader.loadClass("app.Servlet"));
        Play.join(slow, quick);
    }
}
