// SPDX-License-Identifier: Apache-2.0
package dev.foretell.bench.workload;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The shape of a web crawler: a pool of threads, counters that all of them share, and a connection that becomes null
 * when the crawler is stopped while some are still at work. The pages are synthetic.
 */
public final class Crawler {
    private static final int WORKERS = 4;
    private static final int SITES = 8;
    private static final int PAGES = 25;

    /** Where pages come from. */
    static final class Connection {
        String get(int site, int page) {
            return "page " + page + " of site " + site;
        }
    }

    private Connection connection = new Connection();
    private int pages;
    private long characters;

    private void crawl(int site) {
        for (int page = 0; page < PAGES; page++) {
            if (connection == null) {
                return;
            }
            String text = connection.get(site, page); // may be null by now
            pages++;
            characters += text.length();
        }
    }

    private void stop() {
        connection = null;
    }

    public static void main(String[] args) throws Exception {
        WorkloadTimer clock = new WorkloadTimer();
        Crawler crawler = new Crawler();
        ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
        for (int i = 0; i < SITES; i++) {
            int site = i;
            pool.submit(() -> crawler.crawl(site));
        }
        for (int half = 0; half < 200 && crawler.pageCount() < SITES * PAGES / 2; half++) {
            Thread.sleep(5);
        }
        crawler.stop();
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("still at work: " + List.of(pool));
        }
        clock.stop(SITES * PAGES);
    }

    private int pageCount() {
        return pages;
    }
}
