package dev.foretell.agent.library;

import dev.foretell.trace.EventKind;
import java.util.Set;

/** Which events an effect can become. */
final class Kinds {
    private Kinds() {}

    /** Adds them; true when the call's end has to be seen. */
    static boolean add(Effect effect, Set<EventKind> kinds) {
        switch (effect.verb()) {
            case ACQUIRE, TRY -> kinds.add(EventKind.ACQUIRE);
            case RELEASE -> kinds.add(EventKind.RELEASE);
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
                    kinds.add(EventKind.ACQUIRE);
                    kinds.add(EventKind.RELEASE);
                }
            }
            case BLOCKS, NOTHING -> {}
        }
        return switch (effect.verb()) {
            case RELEASE, SIGNAL, NOTHING -> false;
            case READ, WRITE -> effect.concurrent();
            case AWAIT -> !effect.early();
            default -> true;
        };
    }
}
