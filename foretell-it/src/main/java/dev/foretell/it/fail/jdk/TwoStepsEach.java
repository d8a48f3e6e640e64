// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.util.Hashtable;
import java.util.Properties;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;

/** One of each class of the JDK whose every call is safe, in two calls of which the second relies on the first. */
// options: --fail-on warning --atomic dev.foretell.it.fail.*.TwoStepsEach.*Once
public final class TwoStepsEach {
    private final Vector<String> vector = new Vector<>();
    private final Stack<String> stack = new Stack<>();
    private final Hashtable<String, Integer> table = new Hashtable<>();
    private final ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
    private final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
    private final AtomicInteger integer = new AtomicInteger();
    private final AtomicLong number = new AtomicLong();
    private final AtomicBoolean flag = new AtomicBoolean();
    private final AtomicReference<String> reference = new AtomicReference<>();
    private final AtomicIntegerArray integers = new AtomicIntegerArray(2);
    private final AtomicLongArray numbers = new AtomicLongArray(2);
    private final AtomicReferenceArray<String> references = new AtomicReferenceArray<>(2);

    private final AtomicMarkableReference<String> markable = new AtomicMarkableReference<>(null, false);
    private final AtomicStampedReference<String> stamped = new AtomicStampedReference<>(null, 0);
    private final StringBuffer buffer = new StringBuffer();
    private final Properties properties = new Properties();

    private void vectorOnce() {
        if (vector.isEmpty()) { // atomicity: content#1
            vector.add("first"); // atomicity: content#1
        }
    }

    private void stackOnce() {
        if (stack.isEmpty()) { // atomicity: content#2
            stack.push("first"); // atomicity: content#2
        }
    }

    private void tableOnce() {
        if (!table.containsKey("one")) { // atomicity: content#3
            table.put("one", 1); // atomicity: content#3
        }
    }

    private void mapOnce() {
        if (!map.containsKey("one")) { // atomicity: entry#4
            map.put("one", 1); // atomicity: entry#4
        }
    }

    private void listOnce() {
        if (list.isEmpty()) { // atomicity: content#5
            list.add("first"); // atomicity: content#5
        }
    }

    private void integerOnce() {
        if (integer.get() == 0) { // atomicity: content#6
            integer.set(1); // atomicity: content#6
        }
    }

    private void numberOnce() {
        if (number.get() == 0) { // atomicity: content#7
            number.set(1); // atomicity: content#7
        }
    }

    private void flagOnce() {
        if (!flag.get()) { // atomicity: content#8
            flag.set(true); // atomicity: content#8
        }
    }

    private void referenceOnce() {
        if (reference.get() == null) { // atomicity: content#9
            reference.set("first"); // atomicity: content#9
        }
    }

    private void integersOnce() {
        if (integers.get(0) == 0) { // atomicity: entry#10
            integers.set(0, 1); // atomicity: entry#10
        }
    }

    private void numbersOnce() {
        if (numbers.get(0) == 0) { // atomicity: entry#11
            numbers.set(0, 1); // atomicity: entry#11
        }
    }

    private void referencesOnce() {
        if (references.get(0) == null) { // atomicity: entry#12
            references.set(0, "first"); // atomicity: entry#12
        }
    }

    private void markableOnce() {
        if (markable.getReference() == null) { // atomicity: content#13
            markable.set("first", true); // atomicity: content#13
        }
    }

    private void stampedOnce() {
        if (stamped.getReference() == null) { // atomicity: content#14
            stamped.set("first", 1); // atomicity: content#14
        }
    }

    private void bufferOnce() {
        if (buffer.length() == 0) { // atomicity: content#15
            buffer.append("first"); // atomicity: content#15
        }
    }

    private void propertiesOnce() {
        if (properties.getProperty("one") == null) { // atomicity: entry#16
            properties.setProperty("one", "first"); // atomicity: entry#16
        }
    }

    private void politely() {
        vectorOnce();
        stackOnce();
        tableOnce();
        mapOnce();
        listOnce();
        integerOnce();
        numberOnce();
        flagOnce();
        referenceOnce();
        integersOnce();
        numbersOnce();
        referencesOnce();
        markableOnce();
        stampedOnce();
        bufferOnce();
        propertiesOnce();
    }

    private void rudely() {
        vector.add("other"); // atomicity: content#1
        stack.push("other"); // atomicity: content#2
        table.put("one", 2); // atomicity: content#3
        map.put("one", 2); // atomicity: entry#4
        list.add("other"); // atomicity: content#5
        integer.set(2); // atomicity: content#6
        number.set(2); // atomicity: content#7
        flag.set(true); // atomicity: content#8
        reference.set("other"); // atomicity: content#9
        integers.set(0, 2); // atomicity: entry#10
        numbers.set(0, 2); // atomicity: entry#11
        references.set(0, "other"); // atomicity: entry#12
        markable.set("other", true); // atomicity: content#13
        stamped.set("other", 2); // atomicity: content#14
        buffer.append("other"); // atomicity: content#15
        properties.setProperty("one", "other"); // atomicity: entry#16
    }

    public static void main(String[] args) throws InterruptedException {
        TwoStepsEach steps = new TwoStepsEach();
        Thread polite = new Thread(steps::politely, "polite");
        Thread rude = new Thread(steps::rudely, "rude");
        polite.start();
        Thread.sleep(100);
        rude.start();
        polite.join();
        rude.join();
        System.out.println("done");
    }
}
