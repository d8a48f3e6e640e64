// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** The texts that the JVM puts into exceptions, which it derives from the bytecode around the failing instruction. */
public final class HelpfulMessages {
    private HelpfulMessages next;
    private int[] numbers;
    private volatile String text;
    private static HelpfulMessages first;

    private HelpfulMessages next() {
        return next;
    }

    private static void show(Runnable attempt) {
        try {
            attempt.run();
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " at line " + e.getStackTrace()[0].getLineNumber());
        }
    }

    private static void fields(HelpfulMessages parameter, long wide, int index) {
        HelpfulMessages local = index == 0 ? null : parameter;
        show(() -> System.out.println(parameter.next.next));
        try {
            System.out.println(local.numbers[index] + wide);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            parameter.numbers[index] = (int) wide;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            local.text = "none";
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (local) {
                local.next = null;
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        HelpfulMessages parameter = new HelpfulMessages();
        fields(parameter, 7L, 0);
        show(() -> first.next = parameter);
        show(() -> parameter.next().numbers = null);
        show(() -> System.out.println(parameter.text.length()));
        show(() -> parameter.numbers[3]++);
        int[][] rows = new int[2][];
        int[] row = new int[2];
        show(() -> System.out.println(rows[1][0]));
        show(() -> System.out.println(row[-1]));
        show(() -> row[3] = 1);
        show(() -> rows[2][3]--);
        show(() -> System.out.println((Integer) (Object) "text"));
        Object[] strings = new String[1];
        show(() -> strings[0] = 1);
        show(() -> System.out.println(new int[-1].length));
        show(() -> System.out.println(1 / (args.length - args.length)));
    }
}
