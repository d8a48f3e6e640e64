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
                kinds.add(EventKind.TRY_ACQUIRE_FAILED);
            }
            case RELEASE -> kinds.add(effect.shared() ? EventKind.RELEASE_SHARED : EventKind.RELEASE);
            case UPGRADE -> {
                kinds.add(EventKind.RELEASE_SHARED);
                kinds.add(EventKind.ACQUIRE);
                kinds.add(EventKind.TRY_ACQUIRE_FAILED);
            }
            case DOWNGRADE -> {
                kinds.add(EventKind.RELEASE);
                kinds.add(EventKind.ACQUIRE_SHARED);
            }
            case TAKE -> {
                kinds.add(EventKind.PERMIT_ACQUIRE);
                if (effect.condition() != Effect.Condition.ALWAYS) {
                    kinds.add(EventKind.TRY_PERMIT_FAILED);
                }
            }
            case GIVE -> kinds.add(EventKind.PERMIT_RELEASE);
            case AROUND -> {
                kinds.add(EventKind.ACQUIRE);
                kinds.add(EventKind.RELEASE);
            }
            case AWAIT_CONDITION, AWAIT_CONDITION_TIMED -> {
                kinds.add(EventKind.RELEASE);
                kinds.add(EventKind.OBSERVE);
                kinds.add(EventKind.ACQUIRE);
            }
            case SIGNAL -> kinds.add(EventKind.PUBLISH);
            case AWAIT -> kinds.add(EventKind.OBSERVE);
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
                    kinds.add(EventKind.OBSERVE);
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
