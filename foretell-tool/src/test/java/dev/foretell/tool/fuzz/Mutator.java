// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Garbles valid inputs: bytes, lengths, lines, and pieces of other inputs. The same seed gives the same sequence. */
final class Mutator {
    private static final int LONGEST = 1 << 14;
    private static final List<byte[]> PIECES = List.of(
            bytes("-1"),
            bytes("2147483647"),
            bytes("99999999999999999999"),
            bytes("null"),
            bytes("[]"),
            bytes("\""),
            bytes("\\u0000"),
            bytes("\u202e"),
            bytes("\u001b[31m"),
            bytes("\n"),
            new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7},
            new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1},
            new byte[] {0, 0, 0, 0});

    private final Random random;
    private final List<byte[]> seeds;

    Mutator(long seed, List<byte[]> seeds) {
        this.random = new Random(seed);
        this.seeds = seeds;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    byte[] next() {
        byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
        for (int left = 1 + random.nextInt(6); left > 0; left--) {
            input = mutate(input);
        }
        return input.length <= LONGEST ? input : Arrays.copyOf(input, LONGEST);
    }

    private byte[] mutate(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int end = Math.min(input.length, at + 1 + random.nextInt(24));
        return switch (random.nextInt(9)) {
            case 0 -> replace(input, at, Math.min(input.length, at + 1), new byte[] {(byte) random.nextInt(256)});
            case 1 -> replace(input, at, Math.min(input.length, at + 1), new byte[] {flipped(input, at)});
            case 2 -> replace(input, at, end, new byte[0]);
            case 3 -> replace(input, at, at, Arrays.copyOfRange(input, at, end));
            case 4 -> replace(input, at, at, PIECES.get(random.nextInt(PIECES.size())));
            case 5 -> replace(input, at, end, PIECES.get(random.nextInt(PIECES.size())));
            case 6 -> lines(input);
            case 7 -> splice(input, at);
            default -> Arrays.copyOf(input, at);
        };
    }

    private byte flipped(byte[] input, int at) {
        return (byte) ((at < input.length ? input[at] : 0) ^ 1 << random.nextInt(8));
    }

    private static byte[] replace(byte[] input, int from, int to, byte[] by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(input, 0, from);
        out.writeBytes(by);
        out.write(input, to, input.length - to);
        return out.toByteArray();
    }

    /** Two lines change places, or one is doubled. */
    private byte[] lines(byte[] input) {
        String[] lines = new String(input, StandardCharsets.ISO_8859_1).split("\n", -1);
        int one = random.nextInt(lines.length);
        int other = random.nextInt(lines.length);
        String kept = lines[one];
        lines[one] = lines[other];
        if (random.nextBoolean()) {
            lines[other] = kept;
        }
        return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] splice(byte[] input, int at) {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = random.nextInt(other.length + 1);
        return replace(Arrays.copyOf(input, at), at, at, Arrays.copyOfRange(other, from, other.length));
    }
}
