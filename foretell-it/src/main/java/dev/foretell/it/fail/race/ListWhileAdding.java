// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

import java.util.ArrayList;
import java.util.List;

/** One thread adds to a list while another goes through it. */
// harm: content exception ConcurrentModificationException
public final class ListWhileAdding {
    private final List<String> orders = new ArrayList<>(List.of("tea", "milk"));

    private void add() {
        orders.add("sugar"); // race: content
    }

    private void print() {
        int length = 0;
        for (String order : orders) { // race: content
            length += order.length();
        }
        System.out.println(length > 0);
    }

    public static void main(String[] args) throws InterruptedException {
        ListWhileAdding list = new ListWhileAdding();
        Thread adder = new Thread(list::add);
        Thread printer = new Thread(list::print);
        adder.start();
        Thread.sleep(100);
        printer.start();
        adder.join();
        printer.join();
    }
}
