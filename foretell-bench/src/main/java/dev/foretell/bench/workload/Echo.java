// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An echo server on the loopback interface, ten clients with forty requests each, and four variables that nothing
 * protects.
 */
public final class Echo {
    private static final int CLIENTS = 10;
    private static final int REQUESTS = 40;

    /** The server's counters, without any lock. */
    static final class Stats {
        int requests;
        long bytes;
        int open;
        String last = "";
    }

    private final Stats stats = new Stats();
    private final ServerSocket server;

    private Echo() throws IOException {
        server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress());
    }

    private void serve(Socket socket) {
        stats.open++;
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                stats.requests++;
                stats.bytes += line.length();
                stats.last = line;
                out.println(line);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        stats.open--;
    }

    private void ask(int client) {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (int i = 0; i < REQUESTS; i++) {
                String request = "client " + client + " request " + i;
                out.println(request);
                if (!request.equals(in.readLine())) {
                    throw new IllegalStateException("no echo");
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        WorkloadTimer clock = new WorkloadTimer();
        Echo echo = new Echo();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            threads.add(new Thread(() -> echo.ask(client), "client-" + i));
        }
        threads.forEach(Thread::start);
        for (int i = 0; i < CLIENTS; i++) {
            Socket socket = echo.server.accept();
            Thread worker = new Thread(() -> echo.serve(socket), "worker-" + i);
            threads.add(worker);
            worker.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        clock.stop(CLIENTS * REQUESTS);
    }
}
