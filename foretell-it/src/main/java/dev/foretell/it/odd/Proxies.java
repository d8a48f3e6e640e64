// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;

/** A dynamic proxy over exactly the interfaces that an object's class names. */
public final class Proxies {
    private interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(name) + greet(name);
        }
    }

    private static final class Polite implements Greeter, Comparator<String> {
        private int greetings;

        @Override
        public String greet(String name) {
            return "hello " + name + ++greetings;
        }

        @Override
        public int compare(String a, String b) {
            return a.length() - b.length();
        }
    }

    public static void main(String[] args) {
        Polite polite = new Polite();
        Class<?>[] interfaces = Polite.class.getInterfaces();
        InvocationHandler handler = (proxy, method, arguments) -> method.isDefault()
                ? InvocationHandler.invokeDefault(proxy, method, arguments)
                : method.invoke(polite, arguments);
        Object proxy = Proxy.newProxyInstance(Proxies.class.getClassLoader(), interfaces, handler);
        System.out.println(Arrays.toString(proxy.getClass().getInterfaces()));
        System.out.println(((Greeter) proxy).twice("you"));
        @SuppressWarnings("unchecked")
        Comparator<String> comparator = (Comparator<String>) proxy;
        System.out.println(comparator.compare("long", "x"));
    }
}
