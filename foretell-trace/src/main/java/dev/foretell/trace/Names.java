// SPDX-License-Identifier: Apache-2.0
package dev.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of densely numbered things, many of which share a name: two numbers each instead of a string. */
final class Names {
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private int[] textOf = new int[16];
    private long[] ownerOf = new long[16];
    private int size;

    int add(String name, long owner) {
        if (size == textOf.length) {
            textOf = Arrays.copyOf(textOf, size * 2);
            ownerOf = Arrays.copyOf(ownerOf, size * 2);
        }
        Integer text = numbers.get(name);
        if (text == null) {
            text = texts.size();
            texts.add(name);
            numbers.put(name, text);
        }
        textOf[size] = text;
        ownerOf[size] = owner;
        return size++;
    }

    int size() {
        return size;
    }

    String name(int number) {
        return texts.get(textOf[number]);
    }

    long owner(int number) {
        return ownerOf[number];
    }
}
