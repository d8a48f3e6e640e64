package dev.foretell.agent.library;

import dev.foretell.trace.EventKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All models: those that come with Foretell and those of the user, whose word about a method of a type goes first.
 *
 * <p>What a call means is decided by the class of the object when it is made. An instruction names only some supertype or
 * subtype of that class, so {@link #select} is generous: it takes every line into account that could apply.
 */
public final class Models {
    private static final String PACKAGED = "jdk.model";
    /** How names of methods begin that block, or give something to other threads. */
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
            "java/util/concurrent/atomic/AtomicReferenceFieldUpdater");

    private static final List<ModelLine> NO_LINES = List.of();

    /** The supertypes of a class, itself included, with dots; as its loader sees them. */
    public interface Hierarchy {
        Set<String> supertypes(String className);
    }

    private final Map<String, List<ModelLine>> byMethod = new HashMap<>();
    private final Map<String, List<ModelLine>> byType = new HashMap<>();
    private final Map<String, Signature> signatures = new ConcurrentHashMap<>();

    private Models() {}

    /** Knows nothing. */
    public static Models none() {
        return new Models();
    }

    /** The packaged models and these files. */
    public static Models load(List<Path> files) throws IOException {
        Models models = new Models();
        for (Path file : files) {
            models.add(ModelFile.parse(file.toString(), Files.readString(file)));
        }
        try (InputStream in = Models.class.getResourceAsStream(PACKAGED)) {
            if (in == null) {
                throw new IOException("the agent's jar has no " + PACKAGED);
            }
            models.add(ModelFile.parse(PACKAGED, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
        return models;
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

    /** What the model of this very type says about a method, or null. */
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

    /**
     * Whether a method's name says that it can block or hand something over. Only types of the JDK that are there for that: a
     * {@code get} or a {@code take} elsewhere is anything.
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

    /** Whether calls on objects of a type are accesses to a field that they stand for. */
    public static boolean isFieldHandle(String owner) {
        return FIELD_HANDLES.contains(owner);
    }

    /** What can come of a call; null when no model speaks of it. Names are those of the instruction. */
    public Call.Shape select(String owner, String name, String descriptor, boolean isStatic, Hierarchy hierarchy) {
        List<ModelLine> lines = byMethod.getOrDefault(name, NO_LINES);
        if (lines.isEmpty() || owner.charAt(0) == '[') {
            return null;
        }
        Signature signature = signature(name, descriptor);
        String type = owner.replace('/', '.');
        Set<String> above = null;
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        ModelLine found = null;
        int argument = 0;
        int key = 0;
        boolean after = false;
        for (ModelLine line : lines) {
            if (!line.fits(signature)) {
                continue;
            }
            above = above == null ? hierarchy.supertypes(type) : above;
            boolean related = above.contains(line.type())
                    || !isStatic && hierarchy.supertypes(line.type()).contains(type);
            if (related) {
                found = found == null ? line : found;
                argument = Math.max(argument, line.argument());
                for (Effect effect : line.effects()) {
                    key = Math.max(key, effect.key());
                    after |= Kinds.add(effect, kinds);
                }
            }
        }
        return found == null
                ? null
                : new Call.Shape(
                        signature,
                        type,
                        isStatic || isFieldHandle(owner) ? found : null,
                        argument,
                        key,
                        kinds,
                        after,
                        "",
                        false);
    }
}
