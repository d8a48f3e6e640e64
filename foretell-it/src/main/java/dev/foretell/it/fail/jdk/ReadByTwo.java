// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.fail.jdk;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Objects that read or write a text, or sign one, step by step; one of each, used by two threads. */
public final class ReadByTwo {
    private static final byte[] KEY = "sixteen letters!".getBytes(StandardCharsets.US_ASCII);

    private final Matcher matcher = Pattern.compile("[a-z]+").matcher("one two three four");
    private final StringTokenizer tokens = new StringTokenizer("one two three four");
    private final StringJoiner joiner = new StringJoiner(", ");
    private final Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
    private final Mac mac = Mac.getInstance("HmacSHA256");
    private final Signature signature = Signature.getInstance("Ed25519");

    private ReadByTwo() throws GeneralSecurityException {
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"));
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        signature.initVerify(KeyFactory.getInstance("Ed25519")
                .generatePublic(new EdECPublicKeySpec(
                        NamedParameterSpec.ED25519, new EdECPoint(false, BigInteger.valueOf(4)))));
    }

    private void read() {
        matcher.find(); // race: content#1
        tokens.nextToken(); // race: content#2
        joiner.add("one"); // race: content#3
    }

    private void sign() {
        cipher.update(KEY); // race: content#4
        mac.update(KEY); // race: content#5
        try {
            signature.update(KEY); // race: content#6
        } catch (SignatureException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException, GeneralSecurityException {
        ReadByTwo shared = new ReadByTwo();
        Runnable both = () -> {
            shared.read();
            shared.sign();
        };
        Thread first = new Thread(both);
        Thread second = new Thread(both);
        first.start();
        Thread.sleep(100);
        second.start();
        first.join();
        second.join();
        System.out.println("used");
    }
}
