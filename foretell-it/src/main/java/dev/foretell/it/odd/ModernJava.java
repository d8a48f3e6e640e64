// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Records, enums with bodies, sealed types, pattern matching, switch expressions, text blocks, indy of all kinds. */
public final class ModernJava {
    sealed interface Shape permits Circle, Square, Unit {}

    record Circle(double radius) implements Shape {
        private static int made;

        Circle {
            if (radius < 0) {
                throw new IllegalArgumentException("negative");
            }
            made++;
        }
    }

    record Square(int side, Supplier<String> label) implements Shape {}

    enum Unit implements Shape {
        ONE {
            @Override
            int times(int n) {
                count++;
                return n;
            }
        },
        TWO {
            @Override
            int times(int n) {
                return 2 * n;
            }
        };

        protected int count;

        abstract int times(int n);
    }

    private static String describe(Object shape) {
        if (shape instanceof Circle circle && circle.radius() > 1) {
            return "circle " + circle.radius();
        } else if (shape instanceof Square square) {
            return square.label().get() + square.side();
        }
        return String.valueOf(shape);
    }

    private static int days(String month) {
        return switch (month) {
            case "feb" -> 28;
            case "apr", "jun" -> 30;
            default -> {
                int days = 30;
                yield days + 1;
            }
        };
    }

    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Circle(2), new Square(3, () -> "square "), Unit.TWO);
        System.out.println(shapes.stream().map(ModernJava::describe).collect(Collectors.joining(", ")));
        System.out.println(new Circle(1).equals(new Circle(1)) + " " + new Circle(1) + " " + Circle.made);
        Map<Unit, Integer> map = new EnumMap<>(Unit.class);
        for (Unit unit : Unit.values()) {
            map.merge(unit, unit.times(5), Integer::sum);
        }
        System.out.println(
                map + " " + Unit.valueOf("ONE").count + Unit.ONE.getClass().isEnum());
        System.out.println(days("feb") + days("jun") + days("may"));
        System.out.println("""
                a block
                  of "text"\
                """);
        long l = 1L << 40;
        double d = 0.5;
        char c = 'c';
        System.out.println("mixed " + l + d + c + (byte) l + true + null);
        try {
            new Circle(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
