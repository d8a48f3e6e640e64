// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.pipeline;

import dev.foretell.tool.ExitCode;
import dev.foretell.tool.report.Finding;
import dev.foretell.tool.report.Harm;
import dev.foretell.tool.report.Status;
import dev.foretell.trace.Content;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Site;
import dev.foretell.trace.Trace;
import dev.foretell.trace.anomaly.AnomalyKind;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipFormat;
import dev.foretell.trace.clip.ClipPoint;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/**
 * Races on the content of the JDK's collections that were created and did no harm. In a model a call is one step, so
 * the effects of two overlapping calls are not visible; another recording with these classes instrumented shows them.
 *
 * <p>A trace names the type through which a collection is called and not the class of the object. So all classes of
 * that type are opened, and which one it is shows where the races inside are. Such a race has no line of the program.
 * It is counted for the collection's own race only when both of its threads have just this one collection in common.
 */
public final class CollectionInspection {
    /** The inspection takes at most this long. */
    public static final Duration LIMIT = Duration.ofMinutes(1);

    /** A program that runs longer is not recorded again for this. */
    private static final double LONGEST_SECONDS = 10;
    /** The most races inside that are tried. */
    private static final int MOST = 16;

    private static final List<Class<?>> COLLECTIONS = List.of(
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            PriorityQueue.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            WeakHashMap.class,
            IdentityHashMap.class,
            EnumMap.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class);

    /** The collections that some of them keep their content in. */
    private static final Map<Class<?>, Class<?>> KEPT_IN = Map.of(
            HashSet.class, HashMap.class, LinkedHashSet.class, LinkedHashMap.class, TreeSet.class, TreeMap.class);

    private final OutputFolder folder;
    private final List<Wanted> wanted;
    /** For each two threads the collections that both have used. */
    private final Map<Set<String>, Set<Long>> shared;

    /** A race, the collection that it is on, and the creation paths of its threads. */
    private record Wanted(Finding finding, long collection, Set<String> threads) {}

    /** One event, as a clip and a trace both name it. */
    private record Place(String thread, String className, String method, int offset, String what, int occurrence) {
        static Place of(String thread, Site site, int occurrence) {
            return new Place(thread, site.className(), site.method(), site.offset(), site.what(), occurrence);
        }
    }

    private CollectionInspection(OutputFolder folder, List<Wanted> wanted, Map<Set<String>, Set<Long>> shared) {
        this.folder = folder;
        this.wanted = wanted;
        this.shared = shared;
    }

    /**
     * The inspection after a confirmed session; null when there is nothing to inspect, which is decided without reading
     * the trace.
     */
    public static CollectionInspection of(Session session, OutputFolder folder) throws IOException {
        if (!isFit(session)) {
            return null;
        }
        Map<Finding, Clip> clips = new LinkedHashMap<>();
        boolean any = false;
        for (Finding finding : session.findings()) {
            boolean race = finding.kind().equals(AnomalyKind.RACE)
                    && finding.status() == Status.CONFIRMED
                    && finding.clip() != null
                    && finding.variable().endsWith(" content");
            if (race) {
                Clip clip = ClipFormat.read(folder.file(finding.clip()));
                if (!classes(clip).isEmpty()) {
                    clips.put(finding, clip);
                    any |= isHarmless(finding);
                }
            }
        }
        if (!any) {
            return null;
        }
        Trace trace =
                new TraceStore(folder).choose(session, ExitCode.TOOL).recorded().trace();
        return of(folder, clips, trace);
    }

    static CollectionInspection of(OutputFolder folder, Map<Finding, Clip> clips, Trace trace) {
        Map<Place, Long> owners = new HashMap<>();
        Map<Long, Set<String>> users = new HashMap<>();
        for (int event = 0; event < trace.size(); event++) {
            EventKind kind = trace.kind(event);
            Site site = trace.site(trace.siteOf(event));
            if (kind.isAccess() && trace.target(event) >= 0 && !type(site).isEmpty()) {
                String thread = trace.threads().get(trace.thread(event)).path();
                long owner = trace.variableOwner(trace.target(event));
                owners.put(Place.of(thread, site, trace.occurrence(event)), owner);
                users.computeIfAbsent(owner, any -> new HashSet<>()).add(thread);
            }
        }
        List<Wanted> wanted = new ArrayList<>();
        Set<Long> harmful = new HashSet<>();
        Map<Set<String>, Set<Long>> shared = new HashMap<>();
        clips.forEach((finding, clip) -> {
            Set<Long> collections = clip.anomaly().stream()
                    .map(point -> owners.get(Place.of(point.thread(), point.site(), point.occurrence())))
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            Set<String> threads = clip.anomaly().stream().map(ClipPoint::thread).collect(Collectors.toSet());
            if (collections.size() == 1 && threads.size() == 2) {
                long collection = collections.iterator().next();
                if (isHarmless(finding)) {
                    wanted.add(new Wanted(finding, collection, threads));
                } else {
                    harmful.add(collection);
                }
                shared.computeIfAbsent(
                        threads,
                        both -> users.entrySet().stream()
                                .filter(entry -> entry.getValue().containsAll(both))
                                .map(Map.Entry::getKey)
                                .collect(Collectors.toSet()));
            }
        });
        wanted.removeIf(one -> harmful.contains(one.collection));
        return wanted.isEmpty() ? null : new CollectionInspection(folder, wanted, shared);
    }

    static boolean isFit(Session session) {
        Session.Recording recording = session.recording();
        Session.Confirmation confirmation = session.confirmation();
        return recording.endedByItself()
                && !recording.failed()
                && recording.seconds() <= LONGEST_SECONDS
                && recording.jvms().size() == 1
                && confirmation.replayable()
                && !confirmation.executions().interrupted()
                && session.findings().stream().noneMatch(Finding::isRecorded)
                && session.scope().include().stream().noneMatch(InstrumentationScope::isOfJdk);
    }

    private static boolean isHarmless(Finding finding) {
        return !finding.harm().seen() && finding.idiom() == null;
    }

    /** The type of {@code java.util} through which a collection is called; empty when it is anything else. */
    private static String type(Site site) {
        if (!Content.isContent(site.what())) {
            return "";
        }
        String type = site.what().substring(0, site.what().lastIndexOf('.'));
        return type.substring(0, type.lastIndexOf('.') + 1).equals("java.util.") ? type : "";
    }

    private static Set<String> classes(Clip clip) {
        Set<String> names = new TreeSet<>();
        for (ClipPoint point : clip.anomaly()) {
            String type = type(point.site());
            if (type.isEmpty()) {
                return Set.of();
            }
            names.addAll(classes(type));
        }
        return names;
    }

    /**
     * All collections that can be called through a type, with what they inherit and what they keep their content in.
     */
    static Set<String> classes(String type) {
        Set<String> names = new TreeSet<>();
        try {
            Class<?> called = Class.forName(type, false, null);
            for (Class<?> one : COLLECTIONS) {
                if (called.isAssignableFrom(one)) {
                    addWithParents(one, names);
                }
            }
        } catch (ClassNotFoundException e) {
            return Set.of(); // of another JDK
        }
        return names;
    }

    /**
     * Classes of the JDK that a clip names, as far as they matter for it: without what is nested, with what they
     * inherit.
     */
    static Set<String> withParents(Collection<String> names) {
        Set<String> all = new TreeSet<>();
        for (String name : names) {
            int nested = name.indexOf('$');
            String outer = nested < 0 ? name : name.substring(0, nested);
            all.add(outer);
            try {
                addWithParents(Class.forName(outer, false, null), all);
            } catch (ClassNotFoundException e) {
                continue; // of another JDK
            }
        }
        return all;
    }

    private static void addWithParents(Class<?> type, Collection<String> names) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            names.add(c.getName());
            if (KEPT_IN.containsKey(c)) {
                addWithParents(KEPT_IN.get(c), names);
            }
        }
    }

    /** The session for the second recording: the same, and races inside the collections. */
    public Session opened(Session session) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Wanted one : wanted) {
            names.addAll(classes(ClipFormat.read(folder.file(one.finding.clip()))));
        }
        Session looking = session.with(session.scope().lookingInto(List.copyOf(names)));
        return looking.with(new Session.Detection(List.of(AnomalyKind.RACE.id()), null, List.of()));
    }

    /** The same second recording, with these classes instrumented from the start. */
    public static Session asRecorded(Session opened) {
        return opened.with(opened.scope().opened());
    }

    /** The predictions of the second recording that are about these collections, and no more than a few. */
    public Session narrowed(Session inner) {
        Session.Analysis all = inner.analysis();
        List<Finding> few = all.findings().stream()
                .filter(finding -> finding.clip() != null && of(finding) != null)
                .limit(MOST)
                .toList();
        return inner.with(all.of(few));
    }

    /** Whether the collection of a race inside can be determined; otherwise the inspection is of no use. */
    public boolean isUnambiguous() {
        return wanted.stream().anyMatch(one -> shared.get(one.threads).size() == 1);
    }

    /** The race that one inside belongs to; null when that is not certain. */
    private Wanted of(Finding inside) {
        boolean race = inside.kind().equals(AnomalyKind.RACE)
                && inside.accesses().stream()
                        .allMatch(access -> access.className().startsWith("java.util."));
        Set<String> threads =
                inside.accesses().stream().map(Finding.Access::path).collect(Collectors.toSet());
        Set<Long> both = shared.getOrDefault(threads, Set.of());
        if (!race || both.size() != 1) {
            return null;
        }
        return wanted.stream()
                .filter(one -> both.contains(one.collection) && one.threads.equals(threads))
                .findFirst()
                .orElse(null);
    }

    /**
     * The session with the results of the second recording: harm counts only when a replay of the clip reproduces it,
     * as {@code foretell replay} will, with the inputs of the first recording and compared to that one.
     *
     * @param session the first recording, with the classes to instrument for clips that need them
     * @param inner the second recording, re-executed
     * @param innerFolder where its clips are
     */
    public Session with(Session session, Session inner, OutputFolder innerFolder, ClipReplay replay)
            throws IOException, InterruptedException {
        Map<Long, Finding> harmed = new HashMap<>();
        Map<Long, String> notes = new LinkedHashMap<>();
        List<Finding> created = inner.findings().stream()
                .filter(finding -> finding.status() == Status.CONFIRMED && of(finding) != null)
                .sorted(Finding.BEST_FIRST)
                .toList();
        int runs = 0;
        for (Finding inside : created) {
            Wanted one = of(inside);
            if (harmed.containsKey(one.collection)) {
                continue;
            }
            String id = one.finding.id();
            notes.putIfAbsent(one.collection, text(id, inside) + " It did no visible harm there either.");
            if (inside.harm().seen() && !inside.harm().maybeSlow()) {
                Clip clip = ClipFormat.read(innerFolder.file(inside.clip()));
                ClipReplay.Result result = replay.run(clip, folder.run(id + "-inside"), List.of(), null, null);
                OutputFolder.delete(folder.file("runs/" + id + "-inside"));
                runs++;
                if (result.created() && result.harm().kind() == inside.harm().kind()) {
                    ClipFormat.write(clip, folder.file(one.finding.clip()));
                    harmed.put(one.collection, harmed(one.finding, inside, result.harm(), clip));
                    notes.put(
                            one.collection,
                            text(id, inside) + " The harm is that of this overlap, and the clip creates it.");
                }
            }
        }
        folder.tidyRuns();
        List<String> said = new ArrayList<>(notes.values());
        List<String> unknown = wanted.stream()
                .filter(one -> !notes.containsKey(one.collection))
                .map(one -> one.finding.id())
                .toList();
        if (!unknown.isEmpty()) {
            said.add(unknown(unknown)
                    + "a second recording with it instrumented showed no race that certainly belongs here."
                    + " --include 'java.util.*' shows them all.");
        }
        Map<String, Finding> changed =
                harmed.values().stream().collect(Collectors.toMap(Finding::id, finding -> finding));
        List<Finding> findings = session.findings().stream()
                .map(finding -> changed.getOrDefault(finding.id(), finding))
                .toList();
        return session.with(session.confirmation().lookedInside(inner.confirmation(), runs, findings, said));
    }

    /** The session when the second recording could not be used, for this reason. */
    public Session without(Session session, String reason) {
        List<String> ids = wanted.stream().map(one -> one.finding.id()).toList();
        Session.Confirmation known = session.confirmation();
        return session.with(known.lookedInside(null, 0, known.findings(), List.of(unknown(ids) + reason)));
    }

    private static String unknown(List<String> ids) {
        return String.join(", ", ids) + ": what happens when calls overlap inside the collection is not known: ";
    }

    private static Finding harmed(Finding finding, Finding inside, Harm harm, Clip clip) {
        Finding.Schedule schedule = inside.schedule();
        Finding.Replays replays = finding.replays();
        return finding.with(Status.CONFIRMED, "", harm, new Finding.Replays(replays.tried() + 1, replays.created() + 1))
                .scheduled(new Finding.Schedule(
                        schedule.switches(),
                        schedule.events(),
                        schedule.steps(),
                        FindingMaker.order(clip, finding.accesses())));
    }

    private static String text(String id, Finding inside) {
        String name = inside.accesses().get(0).className();
        int nested = name.indexOf('$');
        return id + ": " + (nested < 0 ? name : name.substring(0, nested))
                + " was instrumented in a second recording, and calls of these threads were made to"
                + " overlap inside it ("
                + inside.accesses().stream().map(Finding.Access::position).collect(Collectors.joining(" and "))
                + ").";
    }
}
