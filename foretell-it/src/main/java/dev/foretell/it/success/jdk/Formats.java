// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.success.jdk;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Formats, calendars and digests, which have a state: here one for each thread, there one that a lock protects. */
public final class Formats {
    private static final Object LOCK = new Object();
    private static final NumberFormat NUMBER = NumberFormat.getInstance(Locale.ROOT);
    private static final DecimalFormat DECIMAL =
            new DecimalFormat("0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
    private static final MessageFormat MESSAGE = new MessageFormat("{0} of {1}", Locale.ROOT);
    private static final ChoiceFormat CHOICE = new ChoiceFormat("0#none|1#one|1<many");
    private static final Calendar CALENDAR = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);

    private static String shared(int number) {
        synchronized (LOCK) {
            CALENDAR.setTimeInMillis(number * 86_400_000L);
            CALENDAR.add(Calendar.DAY_OF_MONTH, 1);
            return NUMBER.format(number)
                    + DECIMAL.format(number)
                    + MESSAGE.format(new Object[] {number, 3})
                    + CHOICE.format(number)
                    + CALENDAR.get(Calendar.DAY_OF_MONTH);
        }
    }

    private static String own(int number) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
            Calendar calendar = new GregorianCalendar(2024, Calendar.MARCH, number);
            return Integer.toHexString(digest.digest()[0]) + calendar.get(Calendar.YEAR);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.out.println((shared(1) + own(1)).length()));
        other.start();
        System.out.println((shared(2) + own(1)).length());
        other.join();
    }
}
