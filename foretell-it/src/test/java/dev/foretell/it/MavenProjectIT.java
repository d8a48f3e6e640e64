// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.it.harness.ChildProcess;
import dev.foretell.it.harness.Foretell;
import dev.foretell.it.harness.ReportJson;
import dev.foretell.it.harness.ReportJson.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code foretell check -- mvn test}: the tests run in a JVM that the build tool starts. The race that one of them
 * allows is confirmed, and seen to fail the build; the build tool itself is left alone.
 */
class MavenProjectIT {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>shop</groupId>
              <artifactId>shop</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>%s</version>
                  <scope>test</scope>
                </dependency>
              </dependencies>
              <build>
                <plugins>
                  <plugin>
                    <artifactId>maven-resources-plugin</artifactId>
                    <version>3.5.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.15.0</version>
                  </plugin>
                  <plugin>
                    <artifactId>maven-surefire-plugin</artifactId>
                    <version>3.5.5</version>
                    <configuration>
                      <jvm>%s</jvm>
                    </configuration>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    private static final String TILL = """
            package shop;

            public class Till {
                private int sold;

                public void sell() {
                    sold = sold + 1;
                }

                public int sold() {
                    return sold;
                }
            }
            """;

    private static final String TEST = """
            package shop;

            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;

            class TillTest {
                @Test
                void countsWhatTwoCashiersSell() throws Exception {
                    Till till = new Till();
                    Thread one = new Thread(till::sell, "one");
                    Thread two = new Thread(till::sell, "two");
                    one.start();
                    Thread.sleep(50); // usually enough for the first to be done
                    two.start();
                    one.join();
                    two.join();
                    assertEquals(2, till.sold());
                }
            }
            """;

    @Test
    void confirmsTheRaceOfATest() throws IOException {
        Path project = Foretell.folder("maven-project");
        String junit = Test.class.getPackage().getImplementationVersion();
        Files.writeString(project.resolve("pom.xml"), POM.formatted(junit, Foretell.programJava()));
        write(project.resolve("src/main/java/shop/Till.java"), TILL);
        write(project.resolve("src/test/java/shop/TillTest.java"), TEST);
        // Resolves what it needs, so that the recorded build does nothing but test.
        ChildProcess.Ended plain = new ChildProcess("mvn", "-q", "-B", "test")
                .in(project)
                .limit(600)
                .run();
        assertThat(plain.exit()).as("%s", plain).isZero();
        Path folder = Foretell.folder("maven-project-out");
        List<String> check =
                List.of("check", "--detect", "race", "-o", folder.toString(), "--", "mvn", "-o", "-q", "-B", "test");
        ChildProcess.Ended run = Foretell.command(check).in(project).limit(600).run();
        ReportJson report = ReportJson.of(folder);
        assertThat(run.exit()).as("%s\n%s", run, report).isEqualTo(1);
        assertThat(report.confirmed())
                .as("%s\n%s", run, report)
                .isNotEmpty()
                .allMatch(found -> found.variable().endsWith("Till.sold"))
                .extracting(Found::harmKind)
                .contains("exit");
        assertThat(report.root().path("run").path("classes").path("failed").asInt())
                .as("%s", report)
                .isZero();
        assertThat(run.out()).contains("the JVM of the build tool, which was left alone");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
