// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.odd;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;

/** Writes objects, shows a checksum of the bytes, and reads them back. */
public final class Serialisation {
    static class Base {
        protected int notWritten = 5;
    }

    private static final class Person extends Base implements Serializable {
        private final String name;
        private transient int secret = 7;
        private Person friend;
        private int[] marks = {1, 2, 3};

        Person(String name) {
            this.name = name;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            secret = -1;
        }
    }

    /** Must be public with a public constructor. */
    public static final class Custom implements Externalizable {
        private int value;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value + 1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt();
        }
    }

    public static void main(String[] args) throws Exception {
        Person ann = new Person("Ann");
        ann.friend = new Person("Bob");
        ann.friend.friend = ann;
        ann.notWritten = 6;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(ann);
            out.writeObject(new Custom());
        }
        System.out.println(bytes.size() + " bytes, checksum " + Arrays.hashCode(bytes.toByteArray()));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Person read = (Person) in.readObject();
            Custom custom = (Custom) in.readObject();
            System.out.println(read.name + read.secret + read.notWritten + read.marks[2] + custom.value);
            System.out.println(read.friend.friend == read);
            synchronized (read) {
                read.friend = null;
            }
        }
    }
}
