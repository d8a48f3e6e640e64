// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import dev.foretell.trace.EventKind;
import java.util.Set;

/** Which events an effect can become. */
final class Kinds {
    private Kinds() {}

    /** Adds them; true when the call's end has to be seen. */
    static boolean add(Effect effect, Set<EventKind> kinds) {
        switch (effect.verb()) {
            case ACQUIRE -> kinds.add(effect.shared() ? EventKind.ACQUIRE_SHARED : EventKind.ACQUIRE);
            case TRY -> {
                kinds.add(effect.shared() ? EventKind.ACQUIRE_SHARED : EventKind.ACQUIRE);
                kinds.add(EventKind.REFUSED);
            }
            case RELEASE -> kinds.add(effect.shared() ? EventKind.RELEASE_SHARED : EventKind.RELEASE);
            case UPGRADE -> {
                kinds.add(EventKind.RELEASE_SHARED);
                kinds.add(EventKind.ACQUIRE);
                kinds.add(EventKind.REFUSED);
            }
            case DOWNGRADE -> {
                kinds.add(EventKind.RELEASE);
                kinds.add(EventKind.ACQUIRE_SHARED);
            }
            case TAKE -> {
                kinds.add(EventKind.TAKE);
                if (effect.condition() != Effect.Condition.ALWAYS) {
                    kinds.add(EventKind.LACKED);
                }
            }
            case GIVE -> kinds.add(EventKind.GIVE);
            case AROUND -> {
                kinds.add(EventKind.ACQUIRE);
                kinds.add(EventKind.RELEASE);
            }
            case AWAIT_CONDITION, AWAIT_CONDITION_TIMED -> {
                kinds.add(EventKind.RELEASE);
                kinds.add(EventKind.AWAIT);
                kinds.add(EventKind.ACQUIRE);
            }
            case SIGNAL -> kinds.add(EventKind.SIGNAL);
            case AWAIT -> kinds.add(EventKind.AWAIT);
            case READ -> kinds.add(effect.concurrent() ? EventKind.VOLATILE_READ : EventKind.READ);
            case WRITE -> kinds.add(effect.concurrent() ? EventKind.VOLATILE_WRITE : EventKind.WRITE);
            case UPDATE -> {
                kinds.add(EventKind.VOLATILE_READ);
                kinds.add(EventKind.VOLATILE_WRITE);
            }
            case DELEGATE -> {
                if (effect.iterates()) {
                    kinds.add(EventKind.READ);
                    kinds.add(EventKind.VOLATILE_READ);
                    kinds.add(EventKind.AWAIT);
                    kinds.add(EventKind.ACQUIRE);
                    kinds.add(EventKind.RELEASE);
                }
            }
            case OPTIMISTIC, BLOCKS, NOTHING -> {}
        }
        return switch (effect.verb()) {
            case RELEASE, GIVE, SIGNAL, NOTHING -> false;
            case READ, WRITE -> effect.concurrent();
            case AWAIT -> !effect.early();
            default -> true;
        };
    }
}
