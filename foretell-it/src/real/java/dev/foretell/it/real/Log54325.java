// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.helpers.AppenderAttachableImpl;

/** log4j 54325: appenders are counted and then fetched, each call locked for itself. */
public final class Log54325 {
    public static void main(String[] args) throws Exception {
        AppenderAttachableImpl appenders = new AppenderAttachableImpl();
        ConsoleAppender one = new ConsoleAppender();
        one.setName("one");
        appenders.addAppender(one);
        Thread reader = Play.start("reader", () -> appenders.getAppender("one"));
        Play.settle(reader);
        Thread remover = Play.start("remover", appenders::removeAllAppenders);
        Play.join(reader, remover);
    }
}
