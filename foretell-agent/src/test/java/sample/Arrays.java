// SPDX-License-Identifier: Apache-2.0
package sample;

/** Array elements of all types. */
public class Arrays {
    public static Object ints() {
        int[] a = new int[3];
        a[1] = 5;
        return a[1];
    }

    public static Object longs() {
        long[] a = new long[3];
        a[2] = 5;
        return a[2];
    }

    public static Object compound() {
        double[] a = {1, 2};
        a[1] += 3;
        return a[1];
    }

    public static String run() {
        StringBuilder out = new StringBuilder();
        out.append(ints()).append(longs()).append(compound());
        boolean[] z = new boolean[2];
        byte[] b = new byte[2];
        char[] c = {'x', 'y'};
        short[] s = {3};
        float[] f = {1.5f};
        Object[] l = new String[2];
        int[][] two = new int[2][3];
        z[1] = !z[0];
        b[1] += 200;
        c[0]++;
        s[0] *= 3;
        f[0] = -f[0];
        l[0] = "s" + l[1];
        two[1][2] = two[0][0]++ + 4;
        out.append(z[1])
                .append(b[1])
                .append(c[0])
                .append(s[0])
                .append(f[0])
                .append(l[0])
                .append(two[1][2]);
        out.append(Fields.failure(() -> two[2][0] = 1)).append(Fields.failure(() -> two[0][-1]++));
        out.append(Fields.failure(() -> l[0] = 5)).append(Fields.failure(() -> nothing()[0] = 1L));
        out.append(Fields.failure(() -> System.out.print(nothing()[1])));
        return out.toString();
    }

    private static long[] nothing() {
        return null;
    }
}
