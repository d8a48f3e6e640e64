// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Classes of all kinds: constructors, initialisers, enums, records, interfaces, inner classes, lambdas, switches. */
public class Shapes {
    static int counter;
    int number = ++counter;
    final List<String> notes = new ArrayList<>();

    Shapes() {
        this(counter++ > 2 ? 1 : 2);
    }

    Shapes(int number) {
        this.number += number;
    }

    /** A copy that changes its original before it exists itself. */
    Shapes(Shapes original) {
        this(original.number += 10);
    }

    /** Captures, and has an outer instance, which it stores before {@code super()}. */
    class Inner extends Shapes {
        Inner(int depth) {
            super(depth > 0 ? Shapes.this.number : Shapes.this.new Inner(depth + 1).number);
            notes.add("inner " + depth + Shapes.this.notes.size());
        }
    }

    enum Colour {
        RED {
            @Override
            int weight() {
                return 1;
            }
        },
        BLUE;

        int used;

        int weight() {
            return 2;
        }
    }

    record Point(int x, int y) {
        static int made;

        Point {
            made++;
        }

        int sum() {
            return x + y;
        }
    }

    interface Named {
        List<String> ALL = new ArrayList<>();

        default String name() {
            ALL.add("default");
            return of(ALL.size());
        }

        static String of(int n) {
            int[] boxes = {n};
            boxes[0]++;
            return "named" + boxes[0];
        }
    }

    /** Knows how to copy itself. */
    static class Sheep implements Cloneable, Named {
        int wool = 3;

        @Override
        public Sheep clone() {
            try {
                return (Sheep) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Broken {
        static int value = 1;

        static {
            value++;
            if (value > 0) {
                throw new IllegalStateException("broken");
            }
        }
    }

    static class Initialised {
        static int value;
        static final int[] TABLE;

        static {
            TABLE = new int[3];
            for (int i = 0; i < TABLE.length; i++) {
                TABLE[i] = i * i;
            }
            value = TABLE[2];
        }
    }

    public static Object initialise() {
        return Initialised.value;
    }

    public static Object cloning() {
        Sheep sheep = new Sheep();
        return sheep.clone() != sheep;
    }

    public static Object enumSwitch() {
        Colour colour = Colour.BLUE;
        switch (colour) {
            case RED:
                return "r";
            case BLUE:
                return "b";
            default:
                return "";
        }
    }

    static int strings(String text) {
        return switch (text) {
            case "Aa", "BB" -> 1;
            case "C" -> text.length() + counter * 0;
            default -> -1;
        };
    }

    static String tryFinally(int n) {
        StringBuilder out = new StringBuilder();
        Shapes o = new Shapes(n);
        for (int i = 0; i < 3; i++) {
            try {
                if (i == n) {
                    continue;
                }
                out.append(o.number / (i - 1));
            } catch (ArithmeticException e) {
                out.append(e.getMessage());
                o.number++;
            } finally {
                out.append(o.number).append(';');
            }
        }
        return out.toString();
    }

    public static String run() {
        Shapes o = new Shapes();
        Shapes copy = new Shapes(o);
        Inner inner = o.new Inner(0);
        long[] captured = {1};
        Supplier<Long> lambda = () -> captured[0]++ + o.number;
        Colour.RED.used++;
        String out = "" + o.number + copy.number + inner.number + inner.notes + lambda.get() + captured[0];
        out += "" + Colour.RED.weight() + Colour.BLUE.weight() + Colour.RED.used + enumSwitch();
        out += new Point(3, 4) + "" + new Point(3, 4).equals(new Point(3, 4)) + new Point(5, 6).sum() + Point.made;
        out += new Sheep().name() + Named.of(4) + cloning() + initialise() + new Sheep().clone().wool;
        out += strings("Aa") + strings("BB") + strings("C") + strings("D") + tryFinally(0) + tryFinally(5);
        for (int i = 0; i < 2; i++) {
            try {
                out += Broken.value;
            } catch (LinkageError e) {
                out += e.toString() + e.getCause();
            }
        }
        return out;
    }
}
