// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

/**
 * The string buffer of old: append asks the other buffer for its length, and then for that many characters. Each of the
 * two calls is synchronized on the other buffer, the pair is not.
 */
// harm: length exception StringIndexOutOfBounds
public final class BufferAppend {
    private final char[] text = new char[32];
    private int length;

    private BufferAppend(String start) {
        start.getChars(0, start.length(), text, 0);
        length = start.length();
    }

    private synchronized int length() {
        return length; // atomicity: length
    }

    private synchronized void truncate() {
        length = 0; // atomicity: length
    }

    private synchronized void copyTo(char[] target, int at, int count) {
        if (count > length) { // atomicity: length
            throw new StringIndexOutOfBoundsException(count + " characters of " + length);
        }
        System.arraycopy(text, 0, target, at, count);
    }

    private synchronized void append(BufferAppend other) {
        int count = other.length();
        other.copyTo(text, length, count);
        length += count;
    }

    public static void main(String[] args) throws InterruptedException {
        BufferAppend log = new BufferAppend("so far: ");
        BufferAppend line = new BufferAppend("nothing");
        Thread writer = new Thread(() -> log.append(line), "writer");
        Thread cleaner = new Thread(line::truncate, "cleaner");
        writer.start();
        Thread.sleep(100);
        cleaner.start();
        writer.join();
        cleaner.join();
        System.out.println(log.length() + " characters");
    }
}
