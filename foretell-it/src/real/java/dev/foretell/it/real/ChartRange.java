// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.jfree.chart.axis.NumberAxis;

/** JFreeChart: the range of an axis is read three times to centre it, and may be set in between. */
public final class ChartRange {
    public static void main(String[] args) throws Exception {
        NumberAxis axis = new NumberAxis();
        axis.setRange(0, 10);
        Thread centre = Play.start("centre", () -> axis.centerRange(20));
        Play.settle(centre);
        Thread setter = Play.start("setter", () -> axis.setRange(-2000, -1000));
        Play.join(centre, setter);
    }
}
