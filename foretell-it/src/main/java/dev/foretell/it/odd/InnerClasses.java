// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

/** Inner, local and anonymous classes, captured variables, and constructors that work before super is called. */
public class InnerClasses {
    private int value = 1;
    private static int calls;

    private class Inner {
        private int own = value + 1;

        private class Deeper {
            int sum() {
                value++;
                return value + own + InnerClasses.this.value;
            }
        }
    }

    private static class Parent {
        protected final int given;
        private int[] log;

        Parent(int given) {
            this.given = given;
            log = new int[given];
            hook();
        }

        void hook() {
            log[0] = given;
        }
    }

    private static final class Child extends Parent {
        private int set = 5;
        private final int captured;

        Child(int[] numbers) {
            super(numbers[0] > 0 ? next() + numbers[0] : next());
            captured = set;
        }

        Child() {
            this(new int[] {calls > 100 ? 3 : 4});
        }

        @Override
        void hook() {
            set = 9;
        }
    }

    private static int next() {
        return ++calls;
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Inner inner = outer.new Inner();
        System.out.println(inner.new Deeper().sum() + " " + inner.own);
        int local = args.length + 4;
        class Local {
            int twice() {
                return 2 * local + outer.value;
            }
        }
        Object anonymous = new Object() {
            private int state = local;

            @Override
            public String toString() {
                return "anonymous " + ++state + new Local().twice();
            }
        };
        System.out.println(anonymous + " " + anonymous.getClass().getName());
        Child child = new Child();
        System.out.println(child.given + " " + child.set + " " + child.captured + " " + calls);
    }
}
