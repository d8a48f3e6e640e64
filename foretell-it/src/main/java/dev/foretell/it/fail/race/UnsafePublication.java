// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** A constructor hands out the object it is still building. */
// harm: name exception NullPointerException
// harm: latest exception NullPointerException
public final class UnsafePublication {
    private static UnsafePublication latest;

    private String name;

    @SuppressWarnings("this-escape")
    private UnsafePublication() {
        latest = this; // race: latest
        name = "listener"; // race: name
    }

    private static void greet() {
        try {
            Thread.sleep(150);
        } catch (InterruptedException e) {
            return;
        }
        UnsafePublication seen = latest; // race: latest
        System.out.println("hello " + seen.name.length()); // race: name
    }

    public static void main(String[] args) throws InterruptedException {
        Thread greeter = new Thread(UnsafePublication::greet);
        greeter.start();
        new UnsafePublication();
        greeter.join();
    }
}
