// SPDX-License-Identifier: Apache-2.0
package sample;

import java.util.concurrent.CountDownLatch;

/** Never ends by itself. */
public final class Forever {
    private Forever() {}

    public static void main(String[] args) throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
