// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Interfaces with default, static and private methods, constants computed at first use, and a diamond. */
public final class InterfaceMethods {
    interface Left {
        int[] LOG = log("left");

        default String side() {
            LOG[0]++;
            return "left" + helper();
        }

        private String helper() {
            return "!" + LOG[0];
        }

        static int size() {
            return LOG.length;
        }
    }

    interface Right {
        default String side() {
            return "right";
        }
    }

    private static final class Both implements Left, Right {
        @Override
        public String side() {
            return Left.super.side() + Right.super.side();
        }
    }

    private static int[] log(String name) {
        System.out.println("initialising " + name);
        return new int[2];
    }

    public static void main(String[] args) {
        System.out.println("start");
        Both both = new Both();
        System.out.println(both.side() + both.side() + Left.size());
        Runnable generic = () -> System.out.println(both.side());
        generic.run();
    }
}
