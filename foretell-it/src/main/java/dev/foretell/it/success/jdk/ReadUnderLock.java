// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Objects that read or write a text step by step; the threads that share them take turns under a lock. */
public final class ReadUnderLock {
    private final Matcher matcher = Pattern.compile("[a-z]+").matcher("one two three four");
    private final StringTokenizer tokens = new StringTokenizer("one two three four");
    private final StringJoiner joiner = new StringJoiner(", ");

    private synchronized void read() {
        if (matcher.find() && tokens.hasMoreTokens()) {
            joiner.add(matcher.group().length() + "/" + tokens.nextToken().length());
        }
    }

    private synchronized int length() {
        return joiner.length();
    }

    public static void main(String[] args) throws InterruptedException {
        ReadUnderLock shared = new ReadUnderLock();
        Thread first = new Thread(shared::read);
        Thread second = new Thread(shared::read);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(shared.length());
    }
}
