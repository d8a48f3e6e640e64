package dev.foretell.bench;

import dev.foretell.it.fail.race.Account;
import dev.foretell.it.fail.race.RaceOnStatic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The whole job on small programs: from the command to the report, and one re-execution. */
final class JobBench {
    private final Lab lab;

    JobBench(Lab lab) {
        this.lab = lab;
    }

    Table run() throws Exception {
        Table table = new Table(
                "Whole job", "program", "plain run s", "check s", "budget s", "replay s", "of 5 replays, each s");
        for (Class<?> program : List.of(RaceOnStatic.class, Account.class)) {
            List<Lab.Run> plain = new ArrayList<>();
            List<Lab.Run> check = new ArrayList<>();
            List<Lab.Run> replay = new ArrayList<>();
            List<Lab.Run> five = new ArrayList<>();
            for (int i = 0; i < lab.runs(); i++) {
                List<String> command = lab.program(program);
                plain.add(lab.plain(command));
                Path folder = lab.folder();
                List<String> arguments = new ArrayList<>(List.of("check", "-o", folder.toString(), "--"));
                arguments.addAll(command);
                check.add(lab.plain(lab.tool(arguments)));
                Path clip = folder.resolve("clips/R1.clip");
                if (Files.exists(clip)) {
                    replay.add(lab.plain(lab.tool(List.of("replay", clip.toString()))));
                    five.add(lab.plain(lab.tool(List.of("replay", clip.toString(), "--times", "5"))));
                }
            }
            double one = replay.isEmpty() ? Double.NaN : Lab.median(replay, Lab.Run::process);
            double each = five.isEmpty() ? Double.NaN : (Lab.median(five, Lab.Run::process) - one) / 4;
            table.row(
                    program.getSimpleName(),
                    Lab.median(plain, Lab.Run::process),
                    Lab.median(check, Lab.Run::process),
                    3.0,
                    one,
                    each);
        }
        return table;
    }
}
