// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.commons.dbcp.datasources.SharedPoolDataSource;

/** DBCP-369: data sources enter themselves into a common map under a lock, and leave it without. */
public final class Dbcp369 {
    public static void main(String[] args) throws Exception {
        SharedPoolDataSource first = source();
        SharedPoolDataSource second = new SharedPoolDataSource();
        Thread opener = Play.start("opener", () -> second.setDataSourceName("second"));
        Play.settle(opener);
        Thread closer = Play.start("closer", first::close);
        Play.join(opener, closer);
    }

    private static SharedPoolDataSource source() {
        SharedPoolDataSource source = new SharedPoolDataSource();
        source.setDataSourceName("first");
        return source;
    }
}
