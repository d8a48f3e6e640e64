// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls whose results come from outside the program and are not replayed: the environment, files, streams, the network,
 * other processes, the machine's load. They are recorded so that, when a replay diverges, the message can name the call
 * with another result. The list need not be complete: a call that is missing here is never named.
 */
final class OutsideCalls {
    private OutsideCalls() {}

    static boolean contains(MethodInsnNode call) {
        String name = call.name;
        if (name.charAt(0) == '<') {
            return false;
        }
        return switch (call.owner) {
            case "java/lang/System" -> name.equals("getenv") || name.equals("getProperty");
            case "java/lang/Integer", "java/lang/Long", "java/lang/Boolean" ->
                name.equals("getInteger") || name.equals("getLong") || name.equals("getBoolean");
            case "java/io/File" ->
                startsWithOne(
                                name, "exists", "length", "last", "list", "is", "can", "create", "mkdir", "delete",
                                "rename")
                        && !name.equals("isAbsolute");
            case "java/nio/file/Files" -> !startsWithOne(name, "write", "new", "set", "walkFileTree");
            case "java/util/Scanner" -> startsWithOne(name, "next", "hasNext", "find");
            case "java/io/Console" -> name.startsWith("read");
            case "java/lang/Runtime" ->
                startsWithOne(name, "availableProcessors", "freeMemory", "totalMemory", "maxMemory");
            case "java/lang/Process" -> startsWithOne(name, "waitFor", "exitValue", "isAlive", "pid");
            case "java/lang/ProcessHandle" -> startsWithOne(name, "pid", "isAlive");
            case "java/net/http/HttpClient" -> name.equals("send");
            default -> isRead(call.owner, name);
        };
    }

    private static boolean isRead(String owner, String name) {
        if (owner.startsWith("java/io/")) {
            boolean reads = owner.endsWith("InputStream")
                    || owner.endsWith("Reader")
                    || owner.endsWith("RandomAccessFile")
                    || owner.endsWith("DataInput")
                    || owner.endsWith("ObjectInput");
            return reads
                    && startsWithOne(name, "read", "available", "length")
                    && !owner.startsWith("java/io/ByteArray");
        }
        if (owner.startsWith("java/nio/channels/")) {
            return startsWithOne(name, "read", "size", "select");
        }
        if (owner.startsWith("java/net/")) {
            return startsWithOne(name, "get", "is") && !owner.startsWith("java/net/UR");
        }
        if (owner.startsWith("java/sql/")) {
            return startsWithOne(name, "get", "next", "execute");
        }
        return owner.startsWith("java/lang/management/") && name.startsWith("get");
    }

    private static boolean startsWithOne(String name, String... beginnings) {
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
