// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Standard input, arguments, a system property and the environment arrive; both outputs leave. */
// stdin: one|two, with spaces|drei \u00e4
// args: a --json -o "two words" --
// jvm: -Dcolour=green
// env: FLAVOUR=mint
public final class StdinEcho {
    public static void main(String[] args) throws IOException {
        System.out.println(Arrays.toString(args) + System.getProperty("colour") + System.getenv("FLAVOUR"));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println("out " + line.length());
            System.err.println("err " + line.length());
        }
        System.out.print("no line break at the end");
    }
}
