// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.harness;

import dev.foretell.it.harness.SubjectCode.Call;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The page on the JDK's modelled classes and the subjects that use them. Models define what is recorded; the subjects'
 * class files show what they use. A subject uses an API when it calls one of its modelled methods on an object whose
 * class is known: the call names the class, or the subject created the object or got it from the enclosing class.
 */
public final class SupportPage {
    private static final int SHOWN = 3;
    private static final int COLUMNS = 120;

    /** A builder that other methods, and so other threads, can see. */
    private static final String BUILDER_FIELD = "a field of type " + StringBuilder.class.getName();

    /** The events that an effect becomes, and whether a re-execution can hold a thread there. */
    private enum Means {
        LOCK("lock", true, "acquire", "try", "release", "around", "upgrade", "downgrade"),
        CONDITION("condition", true, "await-condition", "await-condition-timed"),
        PERMITS("permits", true, "permit-acquire", "permit-release"),
        ORDER("order", true, "publish", "observe", "optimistic"),
        CONTENT("content", true, "read", "write", "update"),
        WRAPPED("what is inside", true, "delegate"),
        BLOCKS("", false, "blocks"),
        NOTHING("", false, "nothing");

        private final String recorded;
        private final boolean held;
        private final Set<String> verbs;

        Means(String recorded, boolean held, String... verbs) {
            this.recorded = recorded;
            this.held = held;
            this.verbs = Set.of(verbs);
        }

        static Means of(String effect) {
            String verb = effect.strip().split("\\s+")[0];
            for (Means means : values()) {
                if (means.verbs.contains(verb)) {
                    return means;
                }
            }
            throw new IllegalArgumentException("add the effect to SupportPage.Means: '" + verb + "'");
        }
    }

    /** A type with models. */
    private static final class Api {
        private final Class<?> type;
        /** Names of methods, with parameters where the model has them. */
        private final Set<String> methods = new LinkedHashSet<>();

        private final Set<Means> means = EnumSet.noneOf(Means.class);

        Api(Class<?> type) {
            this.type = type;
        }
    }

    /** Parts of the language and the JDK that need no model, by how a subject shows that it uses them. */
    private static final Map<String, Predicate<SubjectCode>> BUILT_IN = new LinkedHashMap<>();

    static {
        BUILT_IN.put("`synchronized`", code -> code.features().contains("synchronized"));
        BUILT_IN.put("`volatile` fields", code -> code.features().contains("volatile"));
        BUILT_IN.put("`Object.wait`", calls("java.lang.Object", "wait"));
        BUILT_IN.put("`Object.notify`, `notifyAll`", calls("java.lang.Object", "notify", "notifyAll"));
        BUILT_IN.put("`Thread.start`", calls("java.lang.Thread", "start"));
        BUILT_IN.put("`Thread.join`", calls("java.lang.Thread", "join"));
        BUILT_IN.put(
                "virtual threads",
                code -> code.features().contains("\"startVirtualThread\"")
                        || code.features().contains("\"newVirtualThreadPerTaskExecutor\""));
        BUILT_IN.put(
                "tasks of `Executor`s",
                calls("java.util.concurrent.Executor", "execute", "submit", "invokeAll", "invokeAny"));
        BUILT_IN.put(
                "tasks after a while",
                calls(
                        "java.util.concurrent.ScheduledExecutorService",
                        "schedule",
                        "scheduleAtFixedRate",
                        "scheduleWithFixedDelay"));
        BUILT_IN.put("`java.util.Timer`", calls("java.util.Timer", "schedule", "scheduleAtFixedRate"));
        BUILT_IN.put(
                "stages of `CompletableFuture`",
                calls("java.util.concurrent.CompletableFuture", "supplyAsync", "runAsync", "complete", "thenApply"));
        BUILT_IN.put(
                "`ForkJoinTask.fork`, `invokeAll`", calls("java.util.concurrent.ForkJoinTask", "fork", "invokeAll"));
        BUILT_IN.put(
                "parallel streams",
                calls("java.util.stream.BaseStream", "parallel").or(calls("java.util.Collection", "parallelStream")));
        BUILT_IN.put("`ThreadLocal`", calls("java.lang.ThreadLocal", "get", "set", "withInitial"));
    }

    private final List<SubjectCode> subjects;
    private final Map<String, Api> apis = new TreeMap<>();

    /** @param models the text of the packaged models */
    public SupportPage(String models, List<SubjectCode> subjects) {
        this.subjects = subjects;
        List<Api> current = new ArrayList<>();
        boolean isBlockOpen = false;
        for (String line : models.split("\n")) {
            String text = line.split("#")[0].stripTrailing();
            if (text.startsWith("type ")) {
                if (isBlockOpen) {
                    current.clear();
                    isBlockOpen = false;
                }
                for (String type : text.substring("type ".length()).strip().split("\\s+")) {
                    Class<?> named = named(type);
                    if (named != null && isPublic(named)) {
                        current.add(apis.computeIfAbsent(type, name -> new Api(named)));
                    }
                }
            } else if (!text.isBlank()) {
                isBlockOpen = true;
                String[] parts = text.strip().split("\\s+", 2);
                for (Api api : current) {
                    api.methods.addAll(List.of(parts[0].split("\\|")));
                    for (String effect : parts[1].split(",")) {
                        api.means.add(Means.of(effect));
                    }
                }
            }
        }
    }

    /** Null for what a newer JDK has. */
    private static Class<?> named(String type) {
        try {
            return Class.forName(type, false, SupportPage.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** Iterators, views and wrappers whose classes are not public count as parts of the classes that return them. */
    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    private static Predicate<SubjectCode> calls(String type, String... methods) {
        Class<?> wanted = named(type);
        Set<String> names = Set.of(methods);
        return code -> code.calls().stream().anyMatch(call -> {
            Class<?> owner = names.contains(call.method()) ? named(call.owner()) : null;
            return owner != null && wanted.isAssignableFrom(owner);
        });
    }

    /** The page, ready to be written. */
    public String text() {
        StringBuilder page = new StringBuilder("""
                # What Foretell understands of the JDK

                Generated from the packaged [models](models.md) and the class files of the subjects in `foretell-it`.
                A test fails when this page is out of date; this writes it anew:

                ```
                mvn test -pl foretell-it -am -Dtest=SupportPageTest -Dforetell.support.write=true \\
                  -Dsurefire.failIfNoSpecifiedTests=false
                ```

                *Recorded* is what a call becomes in a trace: a lock acquired or released, permits, a happens-before
                edge between threads, an access to the content of an object. *Directed*: whether a re-execution can
                block a thread right before the call. *Methods* counts the modelled ones that some subject calls. A
                *clean* subject is a correct program, in which nothing may be confirmed; a *failing* one has bugs that
                must be confirmed. Each calls a modelled method of the class, which does not mean that its bug is
                there. A class without a subject has a model that no end-to-end test covers. Iterators, views and
                wrappers belong to the classes that return them, and have no rows of their own. *+2*: two more subjects.

                ## Without a model

                | | clean | failing |
                |---|---|---|
                """);
        BUILT_IN.forEach((name, uses) -> {
            List<SubjectCode> using = subjects.stream().filter(uses).toList();
            page.append(row(
                    "| " + name + " | ",
                    using.stream().filter(code -> !code.fails()).toList(),
                    using.stream().filter(SubjectCode::fails).toList()));
        });
        String group = "";
        for (Api api : apis.values()) {
            String home = api.type.getPackageName();
            if (!home.equals(group)) {
                group = home;
                page.append("\n## ").append(home).append("\n\n");
                page.append("| class | methods | recorded | directed | clean | failing |\n|---|---|---|---|---|---|\n");
            }
            row(api, page);
        }
        return page.toString();
    }

    private void row(Api api, StringBuilder page) {
        List<SubjectCode> clean = new ArrayList<>();
        List<SubjectCode> failing = new ArrayList<>();
        Set<String> called = new LinkedHashSet<>();
        for (SubjectCode code : subjects) {
            Set<String> here = code.calls().stream()
                    .filter(call -> isOn(call, api, code))
                    .flatMap(call -> api.methods.stream().filter(method -> fits(method, call)))
                    .collect(Collectors.toSet());
            if (!here.isEmpty()) {
                called.addAll(here);
                (code.fails() ? failing : clean).add(code);
            }
        }
        String name = api.type.getName().substring(api.type.getPackageName().length() + 1);
        boolean all = api.methods.equals(Set.of("*"));
        String recorded = api.means.stream()
                .map(means -> means.recorded)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        String start = "| " + name.replace('$', '.') + " | "
                + (all ? "all" : called.size() + " of " + api.methods.size()) + " | "
                + (recorded.isEmpty() ? "nothing to record" : recorded) + " | "
                + (api.means.stream().anyMatch(means -> means.held) ? "yes" : "no") + " | ";
        page.append(
                clean.isEmpty() && failing.isEmpty()
                        ? start + "*modelled, no subject* | |\n"
                        : row(start, clean, failing));
    }

    /** A row that names as many subjects as fit. */
    private static String row(String start, List<SubjectCode> clean, List<SubjectCode> failing) {
        String row = "";
        for (int shown = SHOWN; shown > 0; shown--) {
            row = start + names(clean, shown) + " | " + names(failing, shown) + " |";
            if (row.length() <= COLUMNS) {
                break;
            }
        }
        return row + "\n";
    }

    private static boolean fits(String method, Call call) {
        int parenthesis = method.indexOf('(');
        String name = parenthesis < 0 ? method : method.substring(0, parenthesis);
        return (name.equals("*") || name.equals(call.method()))
                && (parenthesis < 0 || method.substring(parenthesis).equals(call.parameters()));
    }

    private static boolean isOn(Call call, Api api, SubjectCode code) {
        Class<?> owner = named(call.owner());
        if (owner == null) {
            return false;
        }
        if (api.type == StringBuilder.class && !code.features().contains(BUILDER_FIELD)) {
            return false; // text concatenated in one expression is thread-local, and has no probes
        }
        if (api.type.isAssignableFrom(owner)) {
            return true;
        }
        Class<?> around = api.type.getEnclosingClass();
        boolean above = owner.isAssignableFrom(api.type)
                && owner != Object.class
                && (around == null || !owner.isAssignableFrom(around)); // else it may be a call on the other one
        return above && isObtained(api.type, code);
    }

    /**
     * Whether a subject has objects of a class: it creates them; or, for a class inside another one, it has the other
     * one and calls the method that makes them, which is called as they are: {@code readLock} and {@code ReadLock},
     * {@code keySet} and {@code LinkedKeySet}.
     */
    private static boolean isObtained(Class<?> type, SubjectCode code) {
        Class<?> around = type.getEnclosingClass();
        if (around == null) {
            return code.created().stream().anyMatch(created -> isA(created, type));
        }
        boolean owns = code.created().stream().anyMatch(created -> isA(created, around));
        return code.calls().stream()
                .filter(call -> owns || call.owner().equals(around.getName()))
                .anyMatch(call -> isMadeBy(call.method(), around, type));
    }

    private static boolean isMadeBy(String method, Class<?> around, Class<?> type) {
        String made = method.replaceFirst("^(as|new)(?=[A-Z])", "").toLowerCase(Locale.ROOT);
        for (Class<?> inner : around.getDeclaredClasses()) {
            String name = inner.getSimpleName().toLowerCase(Locale.ROOT).replaceFirst("itr$", "iterator");
            if (made.length() > "item".length() && name.contains(made) && type.isAssignableFrom(inner)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isA(String created, Class<?> type) {
        Class<?> named = named(created);
        return named != null && type.isAssignableFrom(named);
    }

    private static String names(List<SubjectCode> codes, int most) {
        List<String> names = codes.stream()
                .map(code -> code.name().substring(code.name().indexOf('.') + 1))
                .toList();
        String shown = names.stream().limit(most).collect(Collectors.joining(", "));
        return names.size() <= most ? shown : shown + " +" + (names.size() - most);
    }

    /** The packaged models, from the sources of the agent. */
    public static String models(Path root) throws IOException {
        return Files.readString(root.resolve("foretell-agent/src/main/resources/dev/foretell/agent/model/jdk.model"));
    }
}
