// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.util.stream.Collectors;

/** Who called whom, as the program itself sees it. */
public final class StackTraces {
    private static int calls;

    private interface Step {
        void run();
    }

    private static synchronized void through(Step step) {
        calls++;
        step.run();
    }

    private static void show() {
        for (StackTraceElement element : new Throwable().getStackTrace()) {
            String method = element.getMethodName();
            System.out.println(element.getClassName() + "." + method + " " + element.getLineNumber());
        }
        String walked = StackWalker.getInstance()
                .walk(frames -> frames.map(frame -> frame.getMethodName() + frame.getLineNumber())
                        .collect(Collectors.joining(" ")));
        System.out.println(walked);
        System.out.println(Thread.currentThread().getStackTrace().length + " " + calls);
    }

    public static void main(String[] args) throws InterruptedException {
        through(() -> through(StackTraces::show));
        Thread other = new Thread(() -> through(StackTraces::show));
        other.start();
        other.join();
    }
}
