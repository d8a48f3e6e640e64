// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Scanner;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Two threads share objects of classes that no model speaks of, under a lock: nothing is wrong, but the report has to
 * name these classes. Others have such objects each for itself, or share what cannot change or is made for it: these
 * are not to be named.
 */
public final class WithoutModel {
    private static final Object LOCK = new Object();
    private static final Scanner SCANNER = new Scanner("one two three four");
    private static final ByteBuffer BUFFER = ByteBuffer.allocate(8);
    private static final Random RANDOM = new Random(1);
    private static final Pattern PATTERN = Pattern.compile("[a-z]+");
    private static final Optional<Locale> LOCALE = Optional.of(Locale.ROOT);
    private static final Map<String, List<Integer>> NUMBERS = Map.of("one", List.of(1, 2));

    private static int shared() {
        synchronized (LOCK) {
            BUFFER.putInt(0, BUFFER.getInt(0) + 1);
            return SCANNER.next().length() + BUFFER.getInt(0);
        }
    }

    private static long own(int number) {
        CRC32 checksum = new CRC32();
        checksum.update(number);
        return checksum.getValue() % 2;
    }

    private static int constant() {
        int sum = RANDOM.nextInt(1) + LOCALE.orElse(Locale.ROOT).getCountry().length();
        for (Map.Entry<String, List<Integer>> entry : NUMBERS.entrySet()) {
            for (int number : entry.getValue()) {
                sum += PATTERN.matcher(entry.getKey()).matches() ? number : 0;
            }
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.out.println(shared() + own(1) + constant() > 0));
        other.start();
        System.out.println(shared() + own(2) + constant() > 0);
        other.join();
    }

    private WithoutModel() {}
}
