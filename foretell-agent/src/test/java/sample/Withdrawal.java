// SPDX-License-Identifier: Apache-2.0
package sample;

/** An atomic method in two synchronized blocks. The lucky order is the usual one: the salary comes last. */
public final class Withdrawal {
    @interface Atomic {}

    private int balance = 100;

    private Withdrawal() {}

    @Atomic
    private void withdraw(int amount) {
        int before;
        synchronized (this) {
            before = balance;
        }
        synchronized (this) {
            balance = before - amount;
        }
    }

    private synchronized void deposit(int amount) {
        balance += amount;
    }

    private void payDay() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        deposit(1000);
    }

    public static void main(String[] args) throws InterruptedException {
        Withdrawal account = new Withdrawal();
        Thread customer = new Thread(() -> account.withdraw(10));
        Thread employer = new Thread(account::payDay);
        customer.start();
        employer.start();
        customer.join();
        employer.join();
        System.out.println(account.balance);
    }
}
