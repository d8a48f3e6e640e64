// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Scanner;
import java.util.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** Which objects of the JDK have unmodelled state. */
class UnmodelledStateTest {
    private final Models models;
    private final UnmodelledState unseen;

    UnmodelledStateTest() throws IOException {
        models = Models.load(List.of());
        unseen = new UnmodelledState(models);
    }

    @Test
    void findsMutableClassesWithoutModel() throws Exception {
        List<Object> objects = List.of(
                new Scanner(""),
                ByteBuffer.allocate(1),
                StandardCharsets.UTF_8.newEncoder(),
                new ByteArrayOutputStream(),
                new StringWriter(),
                new Date(),
                new CRC32(),
                EnumSet.of(TimeUnit.DAYS),
                Collections.newSetFromMap(new ConcurrentHashMap<>()),
                Collections.checkedList(new ArrayList<>(), String.class),
                DocumentBuilderFactory.newInstance().newDocumentBuilder());
        for (Object each : objects) {
            assertThat(unseen.isIn(each.getClass()))
                    .as(each.getClass().getName())
                    .isTrue();
        }
    }

    @Test
    void ignoresModelledAndSafeClassesAndPartsOfOthers() {
        Map<String, String> map = new HashMap<>(Map.of("a", "b"));
        Runnable lambda = () -> {};
        List<Object> objects = List.of(
                "text",
                new BigDecimal("1.5"),
                7,
                TimeUnit.DAYS,
                String.class,
                LocalDate.EPOCH,
                ZonedDateTime.now(),
                Optional.of(1),
                Locale.ROOT,
                Path.of("x"),
                Pattern.compile("x"),
                new IOException(),
                List.of(1, 2),
                Map.of(1, 2),
                Arrays.asList(1, 2),
                Collections.emptyMap(),
                Collections.unmodifiableList(new ArrayList<>()),
                new ArrayList<>(),
                Pattern.compile("x").matcher("x"),
                map.entrySet().iterator(),
                map.entrySet().iterator().next(),
                List.of(1, 2).iterator(),
                new Random(),
                System.out,
                Logger.getGlobal(),
                new ThreadLocal<>(),
                Thread.currentThread(),
                Runtime.getRuntime(),
                new ReentrantReadWriteLock(),
                new ScheduledThreadPoolExecutor(1),
                new Timer(true),
                lambda,
                Collections.reverseOrder());
        for (Object each : objects) {
            assertThat(unseen.isIn(each.getClass()))
                    .as(each.getClass().getName())
                    .isFalse();
        }
    }

    @Test
    void namesThePublicType() throws Exception {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        assertThat(name(builder)).isEqualTo("javax.xml.parsers.DocumentBuilder");
        assertThat(name(ByteBuffer.allocate(1))).isEqualTo("java.nio.ByteBuffer");
        assertThat(name(EnumSet.of(TimeUnit.DAYS))).isEqualTo("java.util.EnumSet");
        assertThat(name(Collections.newSetFromMap(map()))).isEqualTo("java.util.Collections$SetFromMap");
        assertThat(UnmodelledState.name(Object.class, "a.B")).isEqualTo("a.B");
    }

    private static Map<Object, Boolean> map() {
        return new HashMap<>();
    }

    private static String name(Object object) {
        return UnmodelledState.name(object.getClass(), "?");
    }

    @Test
    void safeTypesExist() {
        assertThat(models.safeTypes())
                .hasSizeGreaterThan(100)
                .allSatisfy(name -> assertThat(Class.forName(name, false, ClassLoader.getPlatformClassLoader()))
                        .isNotNull());
    }
}
