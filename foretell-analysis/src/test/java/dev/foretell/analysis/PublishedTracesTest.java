package dev.foretell.analysis;

import dev.foretell.analysis.model.TraceModel;
import dev.foretell.analysis.witness.Oracle;
import dev.foretell.analysis.witness.WitnessBuilder;
import dev.foretell.trace.EventKind;
import dev.foretell.trace.Trace;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces from the papers and tools of others, with the numbers that are known for them. */
class PublishedTracesTest {
    @ParameterizedTest
    @CsvSource({
        "1,0", "2,1", "3,0", "4,1", "5,1", "6,6", "7,2", "8,3", "9,1", "10,0", "11,1", "12,5", "13,4", "14,1", "15,1",
        "16,1", "17,1", "18,1", "19,4", "20,0", "21,1", "22,0", "23,3", "24,1", "25,1", "26,0", "27,4", "28,1"
    })
    void findsThePredictableRacesOfEachFigure(int number, int races) throws IOException {
        Trace trace = TracesOfOthers.read("figures/Test" + number + ".std");
        WitnessBuilder builder = new WitnessBuilder(new TraceModel(trace));
        Oracle oracle = new Oracle(trace);
        int found = 0;
        int feasible = 0;
        long start = System.nanoTime();
        for (int a = 0; a < trace.size(); a++) {
            for (int b = a + 1; b < trace.size(); b++) {
                if (isConflict(trace, a, b)) {
                    feasible += oracle.together(a, b) ? 1 : 0;
                    if (builder.find(a, b).verdict() == WitnessBuilder.Verdict.FOUND) {
                        found++;
                    }
                }
            }
        }
        System.out.println(number + " claim " + races + " oracle " + feasible + " found " + found + " "
                + (System.nanoTime() - start) / 1000000 + " ms");
    }

    private static boolean isConflict(Trace trace, int a, int b) {
        return trace.kind(a).isAccess()
                && trace.kind(b).isAccess()
                && trace.target(a) == trace.target(b)
                && trace.thread(a) != trace.thread(b)
                && (trace.kind(a) == EventKind.WRITE || trace.kind(b) == EventKind.WRITE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account",
                "twostage",
                "mergesort",
                "clean",
                "bubblesort",
                "lang",
                "jigsaw",
                "sunflow",
                "readerswriters",
                "bufwriter",
                "ftpserver",
                "moldyn",
                "derby"
            })
    void analyses(String name) throws IOException {
        Trace trace = TracesOfOthers.read("java/" + name + ".std");
        long start = System.nanoTime();
        AnalysisResult result = new Analyzer(Set.copyOf(Detectors.ids())).analyze(trace);
        long w = result.predictions().stream()
                .filter(p -> p.verdict() == Prediction.Verdict.WITNESSED)
                .count();
        long u = result.predictions().stream()
                .filter(p -> p.verdict() == Prediction.Verdict.UNDECIDED)
                .count();
        System.out.println(
                name + " " + trace.size() + " events " + result.predictions().size() + " predictions " + w
                        + " witnessed " + u + " undecided " + result.candidates() + " candidates " + result.truncated()
                        + " " + (System.nanoTime() - start) / 1000000 + " ms");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Account", "Bensalem", "Dbcp1", "Dbcp2", "Deadlock", "DiningPhil", "StringBuffer", "Transfer"})
    void deadlocks(String name) throws IOException {
        Trace trace = TracesOfOthers.read("deadlocks/" + name + ".std");
        AnalysisResult result = new Analyzer(Set.of("deadlock")).analyze(trace);
        System.out.println(name + " " + trace.size() + " " + result.candidates());
        result.predictions()
                .forEach(p -> System.out.println("   " + p.candidate() + " " + p.verdict() + " " + p.reason()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hb-arraylist-109", "hb-arraylist-120", "hb-treeset-101", "hb-treeset-107", "hb-treeset-113",
                "hb-treeset-122", "hb-treeset-130", "hb-treeset-142", "hb-treeset-151", "shb-arraylist-115",
                "shb-arraylist-43", "shb-arraylist-66"
            })
    void injected(String name) throws IOException {
        Trace trace = TracesOfOthers.read("injected/" + name + ".std");
        AnalysisResult result = new Analyzer(Set.of("race")).analyze(trace);
        result.predictions().stream()
                .filter(p -> trace.variableName(
                                trace.target(p.candidate().events().get(0)))
                        .equals("BUGGY_ADDR"))
                .forEach(p -> System.out.println(name + "   " + p.candidate() + " " + p.verdict() + " " + p.reason()
                        + " " + (p.witness() == null ? "" : p.witness().by())));
    }
}
