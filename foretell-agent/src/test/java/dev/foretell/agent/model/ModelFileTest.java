// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foretell.agent.model.Effect.Condition;
import dev.foretell.agent.model.Effect.Subject;
import dev.foretell.agent.model.Effect.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Model files: how they are parsed, and the messages for mistakes. */
class ModelFileTest {
    @Test
    void typesOfLinesInARowAreOneBlock() throws ModelException {
        List<ModelLine> lines = ModelFile.parse("x.model", """
                type a.Lock b.Lock

                type c.Lock
                  lock   acquire this
                type d.Lock
                  lock   nothing
                """);
        assertThat(lines)
                .filteredOn(line -> line.effects().get(0).verb() == Verb.ACQUIRE)
                .extracting(ModelLine::type)
                .containsExactly("a.Lock", "b.Lock", "c.Lock");
        assertThat(lines).last().extracting(ModelLine::type).isEqualTo("d.Lock");
    }

    @Test
    void readsTypesMethodsAndEffects() throws ModelException {
        List<ModelLine> lines = ModelFile.parse("x.model", """
                # a comment
                type a.Lock b.Lock   # two types

                  lock()|lock(int)   acquire this.sync, blocks
                  poll               observe result if nonnull
                  put(Object,long)   write this concurrent by arg1, publish arg1
                  share              try this shared if true, permit-acquire arg1 times result
                  patiently          acquire this shared interruptibly
                """);
        assertThat(lines).hasSize(12);
        ModelLine lock = lines.get(0);
        assertThat(lock.type()).isEqualTo("a.Lock");
        assertThat(lock.method()).isEqualTo("lock");
        assertThat(lock.parameters()).isEqualTo("()");
        assertThat(lock.argument()).isZero();
        assertThat(lock.effects()).extracting(Effect::verb).containsExactly(Verb.ACQUIRE, Verb.BLOCKS);
        assertThat(lock.effects()).extracting(Effect::subject).containsExactly(Subject.THIS, Subject.NONE);
        assertThat(lock.effects()).extracting(Effect::field).containsExactly("sync", "");
        assertThat(lock.effects()).extracting(Effect::condition).containsOnly(Condition.ALWAYS);
        assertThat(lock.effects()).noneMatch(effect -> effect.concurrent() || effect.shared() || effect.early());
        assertThat(lines.get(3).type()).isEqualTo("b.Lock");
        assertThat(lines.get(3).parameters()).isEqualTo("(int)");
        assertThat(lines.get(4).parameters()).isNull();
        assertThat(lines.get(4).effects().get(0).condition()).isEqualTo(Condition.NONNULL);
        ModelLine put = lines.get(6);
        assertThat(put.argument()).isEqualTo(1);
        assertThat(put.effects().get(0).concurrent()).isTrue();
        assertThat(put.effects().get(0).key()).isEqualTo(1);
        assertThat(lines.get(8).effects().get(0).shared()).isTrue();
        assertThat(lines.get(8).effects().get(1).key()).isEqualTo(Effect.RESULT);
        assertThat(lines.get(8).effects().get(0).interruptible()).isFalse();
        assertThat(lines.get(10).effects().get(0).interruptible()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"take, PERMIT_ACQUIRE", "give, PERMIT_RELEASE", "signal, PUBLISH", "await, OBSERVE"})
    void readsFormerWords(String word, Verb verb) throws ModelException {
        List<ModelLine> lines = ModelFile.parse("x.model", "type a.B\n  m %s this".formatted(word));
        assertThat(lines.get(0).effects()).extracting(Effect::verb).containsExactly(verb);
        assertThat(verb.word).isNotEqualTo(word);
    }

    /** A kind that is missing in the order of sites would have no site, and no event. */
    @Test
    void everyEventOfAVerbHasASite() {
        for (Verb verb : Verb.values()) {
            Effect effect = new Effect.Builder(verb)
                    .on(Subject.THIS, "")
                    .when(Condition.TRUE)
                    .asIterator()
                    .build();
            Models models = Models.none();
            ModelledCall.Shape shape = new ModelledCall.Shape(
                    models.signature("m", "()V"),
                    "a.B",
                    null,
                    new ModelledCall.Operands(0, 0),
                    new ModelledCall.Outcome(effect.kinds(), effect.atReturn()),
                    HandleAccess.CONTENT,
                    false);
            assertThat(shape.sites()).as("sites of %s", verb).containsAll(effect.kinds());
            assertThat(new ModelledCall(shape, 1).covers(effect)).as("%s", verb).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'lock() acquire this'; 1:1: expected `type NAME` before the first method",
                "'type'; 1:5: expected the name of a type",
                "'type a.B\n  m grab this'; 2:5: `grab` is no effect",
                "'type a.B\n  m'; 2:4: expected what the method does",
                "'type a.B\n  m read'; 2:9: expected `this`",
                "'type a.B\n  m read that'; 2:10: `that`: expected `this`",
                "'type a.B\n  m read arg0'; 2:10: `arg0`",
                "'type a.B\n  m read arg1.x'; 2:14: only `this`",
                "'type a.B\n  m read arg1, write arg2'; 2:22: a line can be about one argument only",
                "'type a.B\n  m read this if false'; 2:18: `false`: expected `true` or `nonnull`",
                "'type a.B\n  m read this twice'; 2:15: `twice`: expected a comma",
                "'type a.B\n  m read this shared'; 2:15: only a lock",
                "'type a.B\n  m try this interruptibly'; 2:14: only `acquire`",
                "'type a.B\n  m publish this times arg1'; 2:18: only permits",
                "'type a.B\n  m permit-acquire this times many'; 2:31: `many`: expected `argN` or `result`",
                "'type a.B\n  m(int read this'; 2:3: expected a method",
            })
    void reportsThePositionOfAMistake(String text, String message) {
        assertThatThrownBy(() -> ModelFile.parse("x.model", text))
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith("x.model:" + message);
    }

    @Test
    void writesParametersAsInSource() {
        assertThat(Signature.parameters("(I[JLjava/util/Map$Entry;LTop;)V")).isEqualTo("(int,long[],Map$Entry,Top)");
        assertThat(Signature.parameters("()V")).isEqualTo("()");
    }
}
