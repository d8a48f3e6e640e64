// SPDX-License-Identifier: Apache-2.0
package sample;

/** Field accesses of all sizes and kinds. */
public class Fields {
    boolean z = true;
    byte b = 1;
    short s = 2;
    char c = '3';
    int i = 4;
    long j = 5;
    float f = 6;
    double d = 7;
    String l = "8";
    volatile int vi;
    volatile long vj;
    volatile Object vl;
    static int si;
    static long sj;
    static volatile int vsi;
    static volatile double vsd;
    final int constant = Integer.parseInt("9");
    static final Object CONSTANT = new Object();
    Fields next;

    /** Inherits its fields. */
    public static class Derived extends Fields {
        int own;
    }

    public static Object plain() {
        Fields o = new Fields();
        o.i = o.i + 1;
        o.j = o.j + 1;
        return o.i + ":" + o.j;
    }

    public static Object volatiles() {
        Fields o = new Fields();
        o.vi = o.vi + 1;
        o.vj = o.vj + 1;
        return o.vi + ":" + o.vj;
    }

    public static Object statics() {
        si = 1;
        sj = si + 1L;
        vsi = 3;
        vsd = vsi + 1.0;
        return sj + ":" + vsd;
    }

    public static Object finals() {
        return new Fields().constant + (CONSTANT == null ? "" : "!");
    }

    public static Object inherited() {
        Derived o = new Derived();
        o.i = 1;
        o.own = o.i;
        return o.own;
    }

    public static Object conditionalOwner() {
        Fields one = new Fields();
        Fields two = new Fields();
        (si > 100 ? one : two).i = 3;
        return one.i + two.i;
    }

    public static String run() {
        StringBuilder out = new StringBuilder();
        out.append(plain())
                .append(volatiles())
                .append(statics())
                .append(finals())
                .append(inherited());
        out.append(conditionalOwner());
        Fields o = new Fields();
        o.z ^= true;
        o.b += 1;
        o.s <<= 1;
        o.c++;
        o.f /= 4;
        o.d *= 1e300;
        o.l += o.f;
        o.vl = o;
        o.j = o.j++ + ++o.j;
        o.vj += o.j;
        out.append(o.z)
                .append(o.b)
                .append(o.s)
                .append(o.c)
                .append(o.f)
                .append(o.d)
                .append(o.l);
        out.append(o.j).append(o.vj).append(o.vl == o);
        out.append(failure(() -> o.next.i = 1)).append(failure(() -> o.next.next.j++));
        out.append(failure(() -> o.next.vj = 2)).append(failure(() -> System.out.print(o.next.vi)));
        out.append(failure(() -> o.next.vl = null)).append(failure(() -> o.next.d = 1));
        return out.toString();
    }

    static String failure(Runnable action) {
        try {
            action.run();
            return "none";
        } catch (RuntimeException e) {
            return e.toString() + " in line " + e.getStackTrace()[0].getLineNumber();
        }
    }
}
