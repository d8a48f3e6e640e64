// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All models: the packaged ones and those of the user, which take precedence for a method of a type.
 *
 * <p>The effects of a call are decided by the class of the object when it is made. An instruction names only some
 * supertype or subtype of that class, so {@link #select} collects every line that could apply.
 */
public final class Models {
    private static final String PACKAGED = "jdk.model";
    /** Types whose objects threads may share without effects on each other. */
    private static final String SAFE = "safe.types";
    /** Prefixes of names of methods that block, or hand something over to other threads. */
    private static final String[] BLOCKING = {
        "await",
        "acquire",
        "lock",
        "take",
        "park",
        "join",
        "exchange",
        "transfer",
        "drain",
        "invoke",
        "wait",
        "publish",
        "submit",
        "fork",
        "scope",
    };

    /** Stand for a field of the object that is their first argument. */
    private static final Set<String> FIELD_HANDLES = Set.of(
            "java/lang/invoke/VarHandle",
            "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
            "java/util/concurrent/atomic/AtomicLongFieldUpdater",
            "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
            "sun/misc/Unsafe");

    private static final List<ModelLine> NO_LINES = List.of();

    /** The supertypes of a class, itself included, with dots; as its loader sees them. */
    public interface Hierarchy {
        Set<String> supertypes(String className);
    }

    private final Map<String, List<ModelLine>> byMethod = new HashMap<>();
    private final Map<String, List<ModelLine>> byType = new HashMap<>();
    private final Map<String, Signature> signatures = new ConcurrentHashMap<>();
    private final Set<String> safe = new HashSet<>();

    private Models() {}

    /** No models at all. */
    public static Models none() {
        return new Models();
    }

    /** The packaged models and these files. */
    public static Models load(List<Path> files) throws IOException {
        Models models = new Models();
        for (Path file : files) {
            models.add(ModelFile.parse(file.toString(), Files.readAllBytes(file)));
        }
        models.add(ModelFile.parse(PACKAGED, resource(PACKAGED)));
        models.addSafe(resource(SAFE));
        return models;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Models.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the agent's jar has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Names with blanks or line ends between them; {@code #} begins a comment. */
    private void addSafe(String text) {
        for (String line : text.split("\n")) {
            int comment = line.indexOf('#');
            String names = (comment < 0 ? line : line.substring(0, comment)).trim();
            if (!names.isEmpty()) {
                safe.addAll(List.of(names.split(" +")));
            }
        }
    }

    static Models parse(String text) throws ModelException {
        Models models = new Models();
        models.add(ModelFile.parse("test.model", text));
        return models;
    }

    private void add(List<ModelLine> lines) {
        for (ModelLine line : lines) {
            addTo(byMethod, line.method(), line);
            addTo(byType, line.type(), line);
        }
    }

    private static void addTo(Map<String, List<ModelLine>> map, String key, ModelLine line) {
        List<ModelLine> list = map.get(key);
        if (list == null) {
            list = new ArrayList<>();
            map.put(key, list);
        }
        list.add(line);
    }

    Signature signature(String name, String descriptor) {
        String key = name.concat(descriptor);
        Signature known = signatures.get(key);
        if (known == null) {
            synchronized (this) {
                known = signatures.get(key);
                if (known == null) {
                    known = new Signature(name, descriptor, signatures.size());
                    signatures.put(key, known);
                }
            }
        }
        return known;
    }

    /** The line of this very type for a method, or null. */
    ModelLine line(String type, Signature signature) {
        List<ModelLine> lines = byType.get(type);
        if (lines == null) {
            return null;
        }
        ModelLine any = null;
        for (ModelLine line : lines) {
            if (line.fits(signature)) {
                if (!line.method().equals("*")) {
                    return line;
                }
                any = any == null ? line : any;
            }
        }
        return any;
    }

    /** Whether there is a line of this very type. */
    boolean describes(String type) {
        return byType.containsKey(type);
    }

    /** Whether objects of this very type never change, or are made for many threads. */
    boolean isSafe(String type) {
        return safe.contains(type);
    }

    Set<String> safeTypes() {
        return safe;
    }

    /** An unmodelled call, on an object whose class may have no model at all. */
    public ModelledCall.Shape use(String owner) {
        ModelledCall.Outcome nothing = new ModelledCall.Outcome(EnumSet.noneOf(EventKind.class), false);
        Signature any = signature(Signature.ANY, "()V");
        return new ModelledCall.Shape(
                any,
                owner.replace('/', '.'),
                null,
                new ModelledCall.Operands(0, 0),
                nothing,
                HandleAccess.CONTENT,
                false);
    }

    /**
     * Whether a method blocks or hands something over, judged by its name. Only for the types of the JDK that are made
     * for that: a {@code get} or a {@code take} elsewhere can be anything.
     */
    public static boolean looksBlocking(String owner, String name, String descriptor) {
        if (!owner.startsWith("java/util/concurrent/") && !owner.equals("java/lang/Process")) {
            return false;
        }
        for (String start : BLOCKING) {
            if (name.startsWith(start)) {
                return true;
            }
        }
        return name.equals("get") && descriptor.startsWith("(JLjava/util/concurrent/TimeUnit;)");
    }

    /** Whether calls on objects of a type are accesses to the field that the object is a handle of. */
    public static boolean isFieldHandle(String owner) {
        return FIELD_HANDLES.contains(owner);
    }

    /** What can come of a call; null when it is unmodelled. Names are those of the instruction. */
    public ModelledCall.Shape select(
            String owner, String name, String descriptor, Dispatch dispatch, Hierarchy hierarchy) {
        List<ModelLine> lines = byMethod.getOrDefault(name, NO_LINES);
        if (lines.isEmpty() || owner.charAt(0) == '[') {
            return null;
        }
        Signature signature = signature(name, descriptor);
        String type = owner.replace('/', '.');
        Possible possible = new Possible(dispatch, type, hierarchy);
        for (ModelLine line : lines) {
            if (line.fits(signature) && possible.isRelated(line)) {
                possible.add(line);
            }
        }
        ModelLine found = possible.first;
        if (found == null) {
            return null;
        }
        if (dispatch == Dispatch.INTERFACE) {
            possible.addKin(lines, signature);
            possible.addKin(byMethod.getOrDefault("*", NO_LINES), signature);
        }
        boolean fixed = dispatch == Dispatch.STATIC || isFieldHandle(owner);
        return possible.shape(signature, fixed ? found : null);
    }

    /** How an instruction finds the method that it calls. */
    public enum Dispatch {
        STATIC,
        CLASS,
        INTERFACE
    }

    /** Collects the lines that can apply to a call. */
    private static final class Possible {
        /** Types that have nothing to do with what their implementations do to other threads. */
        private static final Set<String> COMMON =
                Set.of("java.lang.Object", "java.lang.Cloneable", "java.lang.Comparable", "java.io.Serializable");

        private final Dispatch dispatch;
        private final String owner;
        private final Hierarchy hierarchy;
        private Set<String> above;
        private ModelLine first;
        private int argument;
        private int key;
        private boolean after;
        private final Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);

        Possible(Dispatch dispatch, String owner, Hierarchy hierarchy) {
            this.dispatch = dispatch;
            this.owner = owner;
            this.hierarchy = hierarchy;
        }

        private Set<String> above() {
            above = above == null ? hierarchy.supertypes(owner) : above;
            return above;
        }

        /** Whether the named type is above or below that of the line. */
        boolean isRelated(ModelLine line) {
            return above().contains(line.type())
                    || dispatch != Dispatch.STATIC
                            && hierarchy.supertypes(line.type()).contains(owner);
        }

        void add(ModelLine line) {
            first = first == null ? line : first;
            argument = Math.max(argument, line.argument());
            for (Effect effect : line.effects()) {
                key = Math.max(key, effect.key());
                add(effect);
            }
        }

        private void add(Effect effect) {
            kinds.addAll(effect.kinds());
            after |= effect.atReturn();
        }

        /**
         * A class below the named interface may inherit the method from one that is not below it, and a wrapper passes
         * the call on to such a class. So the lines of all types that have an interface in common with the named one
         * apply.
         */
        void addKin(List<ModelLine> lines, Signature signature) {
            for (ModelLine line : lines) {
                if (line.fits(signature) && isKin(line)) {
                    argument = argument == 0 ? line.argument() : argument;
                    for (Effect effect : line.effects()) {
                        key = key == 0 ? effect.key() : key;
                        add(effect);
                    }
                }
            }
        }

        private boolean isKin(ModelLine line) {
            for (String type : hierarchy.supertypes(line.type())) {
                if (!COMMON.contains(type) && above().contains(type)) {
                    return true;
                }
            }
            return false;
        }

        ModelledCall.Shape shape(Signature signature, ModelLine fixed) {
            return new ModelledCall.Shape(
                    signature,
                    owner,
                    fixed,
                    new ModelledCall.Operands(argument, key),
                    new ModelledCall.Outcome(kinds, after),
                    HandleAccess.CONTENT,
                    false);
        }
    }
}
