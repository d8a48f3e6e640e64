// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Class initialisers that fail, that start threads and wait for them, and that run in an order one can see. */
public final class Initialisers {
    private static final StringBuilder LOG = new StringBuilder();

    private static final class Failing {
        private static final int VALUE = Integer.parseInt("not a number");
    }

    private static final class Starting {
        private static int value;

        static {
            Thread thread = new Thread(Initialisers::sayThread);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            value = LOG.length();
        }
    }

    private static class Upper {
        static int upper = say("upper");
    }

    private static final class Lower extends Upper {
        static int lower = say("lower") + upper;
        static final int CONSTANT = 12;
    }

    private static int say(String what) {
        LOG.append(what).append(' ');
        return LOG.length();
    }

    private static void sayThread() {
        say("thread");
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Failing.VALUE);
            } catch (ExceptionInInitializerError e) {
                System.out.println("first " + e.getCause());
            } catch (NoClassDefFoundError e) {
                System.out.println("then " + e.getMessage());
            }
        }
        System.out.println(Starting.value + " " + Lower.CONSTANT + " " + LOG);
        System.out.println(Lower.lower + " " + LOG);
    }
}
