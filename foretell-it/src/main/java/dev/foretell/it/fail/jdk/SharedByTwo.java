// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Calendar;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;

/** One of each class of the JDK that is not made for two threads, used by two. */
public final class SharedByTwo {
    private final ArrayDeque<Integer> deque = new ArrayDeque<>();
    private final BitSet bits = new BitSet();
    private final EnumMap<DayOfWeek, Integer> byDay = new EnumMap<>(DayOfWeek.class);
    private final HashSet<Integer> set = new HashSet<>();
    private final IdentityHashMap<Object, Integer> byIdentity = new IdentityHashMap<>();
    private final LinkedHashMap<String, Integer> inOrder = new LinkedHashMap<>();
    private final LinkedList<Integer> linked = new LinkedList<>();
    private final PriorityQueue<Integer> queue = new PriorityQueue<>();
    private final TreeMap<String, Integer> sorted = new TreeMap<>();
    private final TreeSet<Integer> sortedSet = new TreeSet<>();
    private final WeakHashMap<Object, Integer> weak = new WeakHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final Calendar calendar = new GregorianCalendar(2020, Calendar.MAY, 1);
    private final NumberFormat number = new DecimalFormat("0.00");
    private final MessageFormat message = new MessageFormat("{0}", Locale.ROOT);
    private final ChoiceFormat choice = new ChoiceFormat("0#none|1#some");

    private final MessageDigest digest = MessageDigest.getInstance("SHA-256");

    private SharedByTwo() throws NoSuchAlgorithmException {}

    private void collect() {
        deque.add(1); // race: content#1
        bits.set(1); // race: content#2
        byDay.put(DayOfWeek.MONDAY, 1); // race: content#3
        set.add(1); // race: content#4
        byIdentity.put(this, 1); // race: content#5
        inOrder.put("one", 1); // race: content#6
        linked.add(1); // race: content#7
        queue.add(1); // race: content#8
        sorted.put("one", 1); // race: content#9
        sortedSet.add(1); // race: content#10
        weak.put(this, 1); // race: content#11
    }

    private void write() {
        text.append('x'); // race: content#12
        calendar.set(Calendar.DAY_OF_MONTH, 2); // race: content#13
        number.setMaximumFractionDigits(2); // race: content#14
        message.applyPattern("<{0}>"); // race: content#15
        choice.applyPattern("0#no|1#yes"); // race: content#16
        digest.update((byte) 1); // race: content#17
    }

    public static void main(String[] args) throws InterruptedException, NoSuchAlgorithmException {
        SharedByTwo shared = new SharedByTwo();
        Runnable both = () -> {
            shared.collect();
            shared.write();
        };
        Thread first = new Thread(both);
        Thread second = new Thread(both);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println("used");
    }
}
