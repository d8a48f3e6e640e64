// SPDX-License-Identifier: Apache-2.0
package dev.foretell.flow.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foretell.flow.code.CodeMethod;
import dev.foretell.flow.code.Program;
import dev.foretell.trace.section.AtomicSection;
import dev.foretell.trace.section.Origin;
import dev.foretell.trace.section.Place;
import dev.foretell.trace.section.SectionEnd;
import dev.foretell.trace.section.SectionExit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodInsnNode;

/** Inferred sections against all paths of small random programs. */
class AllPathsTest {
    private static final int MOST_RUNS = 400;
    private static final Inference.Options FAR = new Inference.Options(
            Set.of(Origin.ACCESS_INTERLEAVING),
            name -> true,
            new Inference.Limits(20, 20, 1_000, 1_000, 100_000),
            true);

    /** An instruction. */
    private record Spot(String method, int offset) {
        static Spot of(CodeMethod method, int instruction) {
            return new Spot(method.key(), method.offset(instruction));
        }

        static Spot of(Place place) {
            return new Spot(place.method(), place.offset());
        }
    }

    private record Pair(Spot first, Spot second) {}

    private record Variable(String name, int object) {}

    /** What was observed in all runs of a program. */
    private static final class Seen implements AllPathsInterpreter.Listener {
        final Set<Pair> consecutive = new HashSet<>();
        final Set<Spot> done = new HashSet<>();
        private final Map<Variable, Spot> last = new HashMap<>();

        @Override
        public void at(CodeMethod method, int instruction) {
            done.add(Spot.of(method, instruction));
        }

        @Override
        public void access(CodeMethod method, int instruction, String variable, int object, boolean write) {
            Spot here = Spot.of(method, instruction);
            Spot before = last.put(new Variable(variable, object), here);
            if (before != null) {
                consecutive.add(new Pair(before, here));
            }
        }

        @Override
        public void thrownOut(CodeMethod method) {
            // of no interest here
        }

        @Override
        public void end(boolean whole) {
            last.clear();
        }
    }

    /** One section followed through a run, as the watcher does. */
    private static final class Follower {
        final AtomicSection section;
        final Spot entry;
        final Set<Spot> ends = new HashSet<>();
        final Set<Spot> exits = new HashSet<>();
        final Set<String> throwing = new HashSet<>();
        final Set<Variable> open = new HashSet<>();

        Follower(AtomicSection section) {
            this.section = section;
            this.entry = Spot.of(section.entry().place());
            section.ends().forEach(end -> ends.add(Spot.of(end.access().place())));
            for (SectionExit exit : section.exits()) {
                if (exit.kind() == SectionExit.Kind.AT) {
                    exits.add(Spot.of(exit.place()));
                } else {
                    throwing.add(exit.place().method());
                }
            }
        }
    }

    /** Checks for sections that are left open, or closed while they should be open. */
    private static final class Followers implements AllPathsInterpreter.Listener {
        final List<Follower> all = new ArrayList<>();
        final Set<Pair> judged = new HashSet<>();
        final List<String> leftOpen = new ArrayList<>();
        final List<String> closedEarly = new ArrayList<>();
        /** Whether sections may go on after the run. */
        boolean goesOn;

        private final Map<Variable, Spot> last = new HashMap<>();

        Followers(List<AtomicSection> sections) {
            sections.forEach(section -> all.add(new Follower(section)));
        }

        @Override
        public void at(CodeMethod method, int instruction) {
            Spot here = Spot.of(method, instruction);
            for (Follower each : all) {
                if (each.exits.contains(here)) {
                    each.open.clear();
                }
            }
        }

        @Override
        public void access(CodeMethod method, int instruction, String variable, int object, boolean write) {
            Spot here = Spot.of(method, instruction);
            Variable accessed = new Variable(variable, object);
            Spot before = last.put(accessed, here);
            for (Follower each : all) {
                if (!each.section.variables().contains(variable)) {
                    continue;
                }
                if (each.ends.contains(here)) {
                    boolean was = each.open.remove(accessed);
                    if (was) {
                        judged.add(new Pair(each.entry, here));
                    } else if (each.entry.equals(before)) {
                        closedEarly.add(each.entry + " to " + here);
                    }
                }
                if (each.entry.equals(here)) {
                    each.open.add(accessed);
                }
            }
        }

        @Override
        public void thrownOut(CodeMethod method) {
            for (Follower each : all) {
                if (each.throwing.contains(method.key())) {
                    each.open.clear();
                }
            }
        }

        @Override
        public void end(boolean whole) {
            last.clear();
            for (Follower each : all) {
                if (whole && !goesOn && !each.open.isEmpty()) {
                    leftOpen.add(each.section.toString());
                }
                each.open.clear();
            }
        }
    }

    private static List<CodeMethod> methods(Program program) {
        return program.find(RandomProgram.NAME).methods();
    }

    private static boolean isCalled(Program program, CodeMethod method) {
        for (CodeMethod caller : methods(program)) {
            for (int i = 0; i < caller.size(); i++) {
                if (caller.instruction(i) instanceof MethodInsnNode call
                        && (call.name + call.desc).equals(method.key())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean runAll(Program program, AllPathsInterpreter.Listener listener, CodeMethod root) {
        AllPathsInterpreter machine = new AllPathsInterpreter(program, listener);
        return machine.runAll(root, 1, 2, MOST_RUNS) & machine.runAll(root, 1, 1, MOST_RUNS);
    }

    private static String text(Program program) {
        StringBuilder out = new StringBuilder();
        for (CodeMethod method : methods(program)) {
            out.append(method).append('\n');
            for (int i = 0; i < method.size(); i++) {
                out.append("  ")
                        .append(method.offset(i))
                        .append(": ")
                        .append(method.instruction(i).getOpcode());
                out.append('\n');
            }
        }
        return out.toString();
    }

    private static Set<Pair> pairs(List<AtomicSection> sections) {
        Set<Pair> found = new HashSet<>();
        for (AtomicSection section : sections) {
            for (SectionEnd end : section.ends()) {
                found.add(new Pair(
                        Spot.of(section.entry().place()), Spot.of(end.access().place())));
            }
        }
        return found;
    }

    private static List<AtomicSection> infer(Program program, Inference.Options options) {
        return Inference.run(program, options).sections().list();
    }

    @Test
    void findsExactlyTheConsecutiveAccessesToAStaticField() {
        int pairs = 0;
        int complete = 0;
        for (int seed = 0; seed < 300; seed++) {
            Program program = RandomProgram.make(new Random(seed), false);
            Set<Pair> inferred = pairs(infer(program, FAR));
            Seen seen = new Seen();
            boolean all = true;
            for (CodeMethod root : methods(program)) {
                all &= runAll(program, seen, root);
            }
            assertThat(inferred).as("seed %d%n%s", seed, text(program)).containsAll(seen.consecutive);
            pairs += seen.consecutive.size();
            if (all) {
                inferred.removeIf(pair -> !seen.done.contains(pair.first()));
                assertThat(seen.consecutive)
                        .as("seed %d%n%s", seed, text(program))
                        .containsAll(inferred);
                complete++;
            }
        }
        assertThat(complete).as("programs that were interpreted on all paths").isGreaterThan(150);
        assertThat(pairs).isGreaterThan(1_500);
    }

    @Test
    void missesNoConsecutiveAccessesToFieldsOfObjects() {
        int pairs = 0;
        int inferredPairs = 0;
        int extra = 0;
        for (int seed = 0; seed < 300; seed++) {
            Program program = RandomProgram.make(new Random(seed), true);
            Set<Pair> inferred = pairs(infer(program, FAR));
            Seen seen = new Seen();
            boolean all = true;
            for (CodeMethod root : methods(program)) {
                all &= runAll(program, seen, root);
            }
            assertThat(inferred).as("seed %d%n%s", seed, text(program)).containsAll(seen.consecutive);
            pairs += seen.consecutive.size();
            if (all) {
                inferred.removeIf(pair -> !seen.done.contains(pair.first()));
                inferredPairs += inferred.size();
                inferred.removeAll(seen.consecutive);
                extra += inferred.size();
            }
        }
        assertThat(pairs).isGreaterThan(1_500);
        // The analysis does not know that there are only two objects, so it takes more accesses to be to others than
        // can be.
        assertThat(extra * 3).as("superfluous of %d pairs", inferredPairs).isLessThan(inferredPairs);
    }

    @Test
    void sectionsAreOpenUntilTheNextAccessAndNotLonger() {
        int judged = 0;
        for (int seed = 0; seed < 200; seed++) {
            Program program = RandomProgram.make(new Random(seed), true);
            Followers followers = new Followers(infer(program, FAR));
            for (CodeMethod root : methods(program)) {
                followers.goesOn = isCalled(program, root);
                runAll(program, followers, root);
            }
            assertThat(followers.leftOpen)
                    .as("seed %d%n%s", seed, text(program))
                    .isEmpty();
            assertThat(followers.closedEarly)
                    .as("seed %d%n%s", seed, text(program))
                    .isEmpty();
            judged += followers.judged.size();
        }
        assertThat(judged).isGreaterThan(1_500);
    }

    @Test
    void noSectionIsLeftOpenHoweverShortTheSightIs() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Program program = RandomProgram.make(random, true);
            Inference.Options near = new Inference.Options(
                    FAR.origins(),
                    FAR.wanted(),
                    new Inference.Limits(random.nextInt(3), random.nextInt(3), 1_000, random.nextInt(4), 100_000),
                    true);
            Followers followers = new Followers(infer(program, near));
            for (CodeMethod root : methods(program)) {
                followers.goesOn = isCalled(program, root);
                runAll(program, followers, root);
            }
            assertThat(followers.leftOpen)
                    .as("seed %d%n%s", seed, text(program))
                    .isEmpty();
        }
    }

    @Test
    void patternsAreClosedOnEveryWayOut() {
        int judged = 0;
        for (Origin origin : List.of(Origin.LOAD_STORE, Origin.TEST_USE)) {
            for (int seed = 0; seed < 200; seed++) {
                Program program = RandomProgram.make(new Random(seed), true);
                List<AtomicSection> sections = infer(program, FAR.withOrigins(Set.of(origin)));
                Followers followers = new Followers(sections);
                for (CodeMethod root : methods(program)) {
                    runAll(program, followers, root);
                }
                assertThat(followers.leftOpen)
                        .as("seed %d%n%s", seed, text(program))
                        .isEmpty();
                judged += followers.judged.size();
            }
        }
        assertThat(judged).isGreaterThan(200);
    }
}
