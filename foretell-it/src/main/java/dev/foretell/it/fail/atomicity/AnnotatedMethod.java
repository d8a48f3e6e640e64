// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.atomicity;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A withdrawal that is said to be atomic, and is not: the balance is checked and then taken from. */
// harm: balance exception overdrawn
public final class AnnotatedMethod {
    /** Only the simple name matters. */
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.METHOD)
    private @interface Atomic {}

    private volatile int balance = 10;

    @Atomic
    private void withdraw(int amount) {
        if (balance >= amount) { // atomicity: balance
            int left = balance - amount; // atomicity: balance
            if (left < 0) {
                throw new IllegalStateException("overdrawn: " + left);
            }
            balance = left; // atomicity
        }
    }

    private void freeze() {
        balance = 0; // atomicity: balance
    }

    public static void main(String[] args) throws InterruptedException {
        AnnotatedMethod account = new AnnotatedMethod();
        Thread customer = new Thread(() -> account.withdraw(7), "customer");
        Thread bank = new Thread(account::freeze, "bank");
        customer.start();
        Thread.sleep(100);
        bank.start();
        customer.join();
        bank.join();
        System.out.println("balance " + (account.balance < 0 ? "below zero" : "sound"));
    }
}
