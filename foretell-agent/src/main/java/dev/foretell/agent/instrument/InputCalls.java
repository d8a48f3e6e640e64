// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.instrument;

import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls whose results are recorded and replayed, and those that take a replayed time; {@link InputProbes} instruments
 * them. Calls whose results are only compared are in {@link OutsideCalls}.
 */
final class InputCalls {
    private InputCalls() {}

    static boolean contains(MethodInsnNode call) {
        String name = call.name;
        return switch (call.owner) {
            case "java/lang/System" ->
                name.equals("nanoTime") || name.equals("currentTimeMillis") || name.equals("identityHashCode");
            case "java/lang/Math", "java/lang/StrictMath" -> name.equals("random");
            case "java/lang/Object" -> name.equals("hashCode");
            case "java/util/UUID" -> name.equals("randomUUID");
            case "java/util/Calendar" -> name.equals("getInstance");
            case "java/util/Collections" -> name.equals("shuffle") && call.desc.equals("(Ljava/util/List;)V");
            case "java/util/SplittableRandom", "java/util/Date" -> isMade(call);
            case "java/util/Random" -> isMade(call) || name.startsWith("next");
            case "java/util/concurrent/ThreadLocalRandom",
                    "java/security/SecureRandom",
                    "java/util/random/RandomGenerator" -> name.startsWith("next");
            case "java/time/Clock", "java/time/InstantSource" ->
                call.desc.equals("()Ljava/time/Instant;") || call.desc.equals("()J");
            case "java/util/concurrent/locks/LockSupport" -> name.equals("parkUntil");
            case "java/util/concurrent/locks/Condition", "java/util/Timer" -> call.desc.contains("Ljava/util/Date;");
            default -> call.owner.startsWith("java/time/") && name.equals("now");
        };
    }

    /** Whether it is a constructor without arguments, which chooses a seed or a time itself. */
    private static boolean isMade(MethodInsnNode call) {
        return call.name.equals("<init>") && call.desc.equals("()V");
    }
}
