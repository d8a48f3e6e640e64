// SPDX-License-Identifier: Apache-2.0
package sample;

/** Uses a class that the JVM refuses, and throws an error of that kind itself. */
public final class OwnErrors {
    private static int tried;

    private OwnErrors() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        try {
            tried++;
            Class.forName("WrongType");
        } catch (VerifyError e) {
            System.out.println(e.getClass().getName());
        }
        try {
            throw new VerifyError("sample/OwnErrors.main is not to my taste");
        } catch (VerifyError e) {
            System.out.println(e.getClass().getName());
        }
    }
}
