// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.jfree.data.time.Day;
import org.jfree.data.time.TimeSeries;

/** JFreeChart 948308: two threads add to one time series, which is a plain list. */
public final class ChartSeries {
    public static void main(String[] args) throws Exception {
        TimeSeries series = new TimeSeries("series");
        Thread first = Play.start("first", () -> series.add(new Day(1, 1, 2001), 1));
        Play.settle(first);
        Thread second = Play.start("second", () -> series.add(new Day(2, 1, 2001), 2));
        Play.join(first, second);
        System.out.println(series.getItemCount() + " items");
    }
}
