// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.race;

/** ConTest's ping-pong: one player looks whether the ball is there and then hits it; the other takes it away. */
// harm: ball#2 exception NullPointerException
public final class PingPong {
    private Ball ball = new Ball();

    private void ping() {
        if (ball != null) { // race: ball#1
            ball.hit(); // race: ball#2
        }
    }

    private void pong() {
        ball = null; // race: ball#1 ball#2
    }

    /** The ball. */
    private static final class Ball {
        private int hits;

        void hit() {
            hits++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PingPong game = new PingPong();
        Thread ping = new Thread(game::ping, "ping");
        Thread pong = new Thread(game::pong, "pong");
        ping.start();
        Thread.sleep(100);
        pong.start();
        ping.join();
        pong.join();
        System.out.println("game over");
    }
}
