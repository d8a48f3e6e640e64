package dev.foretell.agent.direct;

import dev.foretell.trace.ClassInfo;
import dev.foretell.trace.FieldOwners;
import dev.foretell.trace.Site;
import dev.foretell.trace.clip.Clip;
import dev.foretell.trace.clip.ClipPoint;
import dev.foretell.trace.clip.ClipStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A clip made ready to be followed: parts by thread, stops by step, spots by class, and the numbers of all sites of
 * this run. The points at which threads meet are appended as steps, so that there is only one kind of stop.
 *
 * <p>Guarded by the baton's lock. {@link #define} runs while the program loads classes: no lambdas, no regular
 * expressions, nothing that links itself when it runs first.
 */
final class Script {
    /** How many sites the first tables have room for. */
    static final int FIRST_TABLE = 1 << 12;

    final Clip clip;
    final FieldOwners owners = new FieldOwners();
    /** The parts of the steps, in the order of the steps; those that only bring threads together come last. */
    final List<Part> steps = new ArrayList<>();

    private final Map<String, Part> parts = new HashMap<>();
    private final Map<String, List<Spot>> spotsByClass = new HashMap<>();
    private final List<Spot> spotsByLine = new ArrayList<>();
    private final Map<String, Spot> spots = new HashMap<>();
    private final List<Site> sites = new ArrayList<>();
    private int tableSize = FIRST_TABLE;

    Script(Clip clip) {
        this.clip = clip;
        sites.add(Site.UNKNOWN);
        for (ClipStep step : clip.steps()) {
            add(step.thread(), step.until());
        }
        for (ClipPoint point : clip.anomaly()) {
            add(point.thread(), point);
            parts.get(point.thread()).meets = true;
        }
    }

    private void add(String path, ClipPoint point) {
        Part part = parts.get(path);
        if (part == null) {
            String name = clip.threads().get(path);
            part = new Part(path, name == null ? "" : name);
            parts.put(path, part);
        }
        Spot spot = null;
        if (point != null) {
            spot = spot(point.site());
            if (!spot.parts.contains(part)) {
                spot.parts.add(part);
            }
        }
        part.stops.add(new Stop(steps.size(), spot, point == null ? 0 : point.occurrence()));
        steps.add(part);
    }

    private Spot spot(Site site) {
        String key = site.className()
                + '.'
                + site.method()
                + '@'
                + site.offset()
                + ' '
                + site.op()
                + ' '
                + site.what()
                + ' '
                + site.sourceFile()
                + ':'
                + site.line();
        Spot spot = spots.get(key);
        if (spot == null) {
            spot = new Spot(site);
            spots.put(key, spot);
            if (site.className().isEmpty()) {
                spotsByLine.add(spot);
            } else {
                List<Spot> ofClass = spotsByClass.get(site.className());
                if (ofClass == null) {
                    ofClass = new ArrayList<>();
                    spotsByClass.put(site.className(), ofClass);
                }
                ofClass.add(spot);
            }
        }
        return spot;
    }

    /** Null for a thread that the script does not mention. */
    Part part(String path) {
        return parts.get(path);
    }

    /** Gives numbers to the sites of a class and returns the first. Tables must be grown to {@link #tableSize} before. */
    int define(ClassInfo info) {
        int first = sites.size();
        sites.addAll(info.sites());
        owners.add(info);
        List<Spot> ofClass = spotsByClass.get(info.name());
        if (ofClass != null) {
            for (Spot spot : ofClass) {
                spot.find(info, first);
            }
        }
        for (Spot spot : spotsByLine) {
            spot.find(info, first);
        }
        return first;
    }

    /** The size tables need once this class is defined. */
    int tableSize(ClassInfo info) {
        int needed = sites.size() + info.sites().size();
        while (tableSize < needed) {
            tableSize *= 2;
        }
        return tableSize;
    }

    /** Makes room in all parts; true when that made new tables. */
    boolean grow(int size) {
        boolean grown = false;
        for (Part part : parts.values()) {
            if (part.marks.length < size) {
                part.grow(size);
                grown = true;
            }
        }
        return grown;
    }

    Site site(int number) {
        return number < sites.size() ? sites.get(number) : Site.UNKNOWN;
    }

    /** What is wrong with the version of this class, or null. */
    String otherVersion(ClassInfo info) {
        String expected = clip.classes().get(info.name());
        if (expected == null || expected.equals(info.checksum())) {
            return null;
        }
        return "The clip was made for another version of class " + info.name() + " (checksum " + expected + ", now "
                + info.checksum() + "); its points may not be found.";
    }

    /** Whether this step is one of the clip's own. */
    boolean isOwnStep(int step) {
        return step < clip.steps().size();
    }
}
