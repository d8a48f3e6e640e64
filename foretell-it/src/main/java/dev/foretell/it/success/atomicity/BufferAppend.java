// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.atomicity;

/** Append asks the other buffer for its length and its characters while it holds that buffer's lock. */
public final class BufferAppend {
    private final char[] text = new char[32];
    private int length;

    private BufferAppend(String start) {
        start.getChars(0, start.length(), text, 0);
        length = start.length();
    }

    private synchronized int length() {
        return length;
    }

    private synchronized void truncate() {
        length = 0;
    }

    private synchronized void copyTo(char[] target, int at, int count) {
        if (count > length) {
            throw new StringIndexOutOfBoundsException(count + " characters of " + length);
        }
        System.arraycopy(text, 0, target, at, count);
    }

    private synchronized void append(BufferAppend other) {
        synchronized (other) {
            int count = other.length();
            other.copyTo(text, length, count);
            length += count;
        }
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
        System.out.println("appended");
    }
}
