// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.idiom;

import static org.objectweb.asm.Opcodes.*;

import dev.foretell.agent.idiom.CacheValue.Kind;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The state of a method that may fill a cache. The method is accepted when nothing it does, and nothing it returns,
 * depends on whether the cache was found empty; an {@link AnalyzerException} when this is not certain.
 *
 * <p>Why a path on which the cache was empty and stays empty may return any pure value: pure values alone decide which
 * path a call takes, so every call on the same object takes this one, and none ever fills the cache.
 */
final class CacheFrame extends Frame<CacheValue> {
    enum Phase {
        /** The cache was not read. */
        BEFORE,
        /** It was read, and the value has not been compared yet. */
        READ,
        /** It was empty. */
        EMPTY,
        /** It had a value, or was given one, or stays empty in all calls. */
        DONE,
        /** The method does not access the cache. */
        HELPER
    }

    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

    private final CacheMethod method;
    private final int serial;
    private Phase phase;
    /** The instruction just executed compares the cached value with its initial one. */
    private boolean compares;

    CacheFrame(CacheMethod method, int locals, int stack) {
        super(locals, stack);
        this.method = method;
        this.serial = method.nextSerial();
        this.phase = method.isHelper() ? Phase.HELPER : Phase.BEFORE;
    }

    CacheFrame(CacheMethod method, CacheFrame from) {
        super(from);
        this.method = method;
        this.serial = method.nextSerial();
    }

    @Override
    public Frame<CacheValue> init(Frame<? extends CacheValue> frame) {
        CacheFrame from = (CacheFrame) frame;
        phase = from.phase;
        compares = false;
        return super.init(frame);
    }

    @Override
    public void execute(AbstractInsnNode insn, Interpreter<CacheValue> values) throws AnalyzerException {
        int number = method.numberOf(insn);
        forget(number);
        compares = false;
        switch (insn.getOpcode()) {
            case GETSTATIC, GETFIELD -> push(get((FieldInsnNode) insn, number));
            case PUTSTATIC, PUTFIELD -> put((FieldInsnNode) insn);
            case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE -> call((MethodInsnNode) insn, number);
            case INVOKEDYNAMIC -> concatenate((InvokeDynamicInsnNode) insn, number);
            case NEW -> {
                require(PureCalls.isBuilder(((TypeInsnNode) insn).desc), insn);
                push(CacheValue.FRESH);
            }
            case IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE -> {
                int top = getStackSize() - 1;
                boolean pure = getStack(top).isPure() && getStack(top - 1).isPure();
                require(pure && getStack(top - 2).kind == Kind.FRESH, insn);
                super.execute(insn, values);
            }
            case IFEQ, IFNE, IFNULL, IFNONNULL -> {
                Kind kind = getStack(getStackSize() - 1).kind;
                require(kind == Kind.PURE || kind == Kind.CACHED, insn);
                super.execute(insn, values);
                compares = kind == Kind.CACHED;
            }
            case IFLT, IFGE, IFGT, IFLE, TABLESWITCH, LOOKUPSWITCH -> {
                require(getStack(getStackSize() - 1).isPure(), insn);
                super.execute(insn, values);
            }
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> {
                int top = getStackSize() - 1;
                require(getStack(top).isPure() && getStack(top - 1).isPure(), insn);
                super.execute(insn, values);
            }
            case IRETURN, LRETURN, FRETURN, DRETURN, ARETURN -> {
                Kind kind = getStack(getStackSize() - 1).kind;
                require(kind == (phase == Phase.DONE ? Kind.CONTENT : Kind.PURE), insn);
                super.execute(insn, values);
            }
            case RETURN, ATHROW, MONITORENTER, MONITOREXIT, JSR, RET -> require(false, insn);
            default -> super.execute(insn, values);
        }
    }

    private static void require(boolean condition, AbstractInsnNode insn) throws AnalyzerException {
        if (!condition) {
            throw new AnalyzerException(insn, "not certainly without consequences");
        }
    }

    /** A value that an instruction makes again is another one than before. */
    private void forget(int number) {
        for (int i = 0; i < getLocals() + getStackSize(); i++) {
            if (slot(i).isNumber(number)) {
                slot(i, CacheValue.pure(CacheValue.ANONYMOUS, slot(i).getSize()));
            }
        }
    }

    private CacheValue get(FieldInsnNode access, int number) throws AnalyzerException {
        boolean isStatic = access.getOpcode() == GETSTATIC;
        require(isStatic || pop().kind == Kind.THIS, access);
        if (method.isCache(access)) {
            require(phase == Phase.BEFORE, access);
            phase = Phase.READ;
            return CacheValue.CACHED;
        }
        require(method.isConstant(access), access);
        return CacheValue.pure(number, Type.getType(access.desc).getSize());
    }

    private void put(FieldInsnNode access) throws AnalyzerException {
        require(method.isCache(access) && phase == Phase.EMPTY, access);
        CacheValue value = pop();
        require(value.isPure() && (access.getOpcode() == PUTSTATIC || pop().kind == Kind.THIS), access);
        for (int i = 0; i < getLocals() + getStackSize(); i++) {
            if (value.number != CacheValue.ANONYMOUS && slot(i).isSame(value)) {
                slot(i, CacheValue.CONTENT);
            }
        }
        phase = Phase.DONE;
    }

    private void call(MethodInsnNode call, int number) throws AnalyzerException {
        boolean pure = true;
        boolean array = false;
        for (int i = Type.getArgumentCount(call.desc); i > 0; i--) {
            CacheValue argument = pop();
            array |= argument.kind == Kind.FRESH;
            pure &= argument.isPure() || argument.kind == Kind.FRESH;
        }
        require(pure && (!array || PureCalls.readsArray(call)), call);
        CacheValue receiver = call.getOpcode() == INVOKESTATIC ? null : pop();
        if (PureCalls.isBuilder(call.owner)) {
            require(receiver != null && receiver.kind == Kind.FRESH, call);
            build(call, number);
            return;
        }
        boolean ofThis = receiver == null || receiver.kind == Kind.THIS;
        boolean ofClass = call.name.equals("getClass") && call.desc.equals("()Ljava/lang/Class;");
        if (ofClass) {
            require(ofThis || receiver.isPure(), call);
        } else if (ofThis && method.isOwn(call)) {
            require(method.isPureHelper(call), call);
        } else {
            require(receiver == null || receiver.isPure(), call);
            require(array || PureCalls.isPure(call), call);
        }
        push(CacheValue.pure(number, Type.getReturnType(call.desc).getSize()));
    }

    private void build(MethodInsnNode call, int number) throws AnalyzerException {
        switch (call.name) {
            case "<init>" -> {}
            case "append" -> push(CacheValue.FRESH);
            case "toString", "length", "charAt" -> push(CacheValue.pure(number, 1));
            default -> require(false, call);
        }
    }

    private void concatenate(InvokeDynamicInsnNode call, int number) throws AnalyzerException {
        require(call.bsm.getOwner().equals(CONCATENATION), call);
        for (int i = Type.getArgumentCount(call.desc); i > 0; i--) {
            require(pop().isPure(), call);
        }
        push(CacheValue.pure(number, 1));
    }

    /** Called for both edges of one comparison with the same frame: first for the fall-through, then for the jump. */
    @Override
    public void initJumpTarget(int opcode, LabelNode target) {
        if (!compares) {
            return;
        }
        boolean jumpsWhenEmpty = opcode == IFEQ || opcode == IFNULL;
        boolean empty = jumpsWhenEmpty == (target != null);
        for (int i = 0; i < getLocals() + getStackSize(); i++) {
            CacheValue value = slot(i);
            if (value.kind == Kind.CACHED || value.kind == Kind.CONTENT || value.isNumber(CacheValue.INITIAL)) {
                slot(i, empty ? CacheValue.INITIAL_CONTENT : CacheValue.CONTENT);
            }
        }
        phase = empty ? Phase.EMPTY : Phase.DONE;
    }

    @Override
    public boolean merge(Frame<? extends CacheValue> frame, Interpreter<CacheValue> values) throws AnalyzerException {
        CacheFrame from = (CacheFrame) frame;
        Phase joined = joined(phase, from.phase);
        if (joined == null || getStackSize() != from.getStackSize()) {
            throw new AnalyzerException(null, "paths with different effects join");
        }
        boolean changed = joined != phase;
        boolean oneStaysEmpty = phase != from.phase;
        phase = joined;
        CacheValue[] results = new CacheValue[getLocals() + getStackSize()];
        for (int i = 0; i < results.length; i++) {
            results[i] = joined(from, i, oneStaysEmpty);
        }
        for (int i = 0; i < results.length; i++) {
            changed |= !results[i].isSame(slot(i));
            slot(i, results[i]);
        }
        return changed;
    }

    private static Phase joined(Phase one, Phase other) {
        if (one == other) {
            return one;
        }
        boolean emptyAndDone = one == Phase.EMPTY && other == Phase.DONE || one == Phase.DONE && other == Phase.EMPTY;
        return emptyAndDone ? Phase.DONE : null;
    }

    private CacheValue joined(CacheFrame from, int i, boolean oneStaysEmpty) {
        CacheValue mine = slot(i);
        CacheValue theirs = from.slot(i);
        if (mine.getSize() != theirs.getSize()) {
            return CacheValue.OTHER;
        }
        boolean anonymous = mine.isNumber(CacheValue.ANONYMOUS) || theirs.isNumber(CacheValue.ANONYMOUS);
        if (mine.isSame(theirs) && !anonymous) {
            int first = CacheValue.FIRST_JOINED - mine.number - serial * method.slots();
            boolean named = mine.isPure() && first >= 0 && first < method.slots();
            return named && !isSamePair(from, first, i) ? CacheValue.pure(CacheValue.ANONYMOUS, mine.getSize()) : mine;
        }
        boolean content = mine.kind == Kind.CONTENT || theirs.kind == Kind.CONTENT;
        if (oneStaysEmpty && content && (mine.isPure() || theirs.isPure())) {
            return CacheValue.CONTENT;
        }
        if (phase == Phase.DONE || !mine.isPure() || !theirs.isPure()) {
            return CacheValue.other(mine.getSize());
        }
        if (anonymous) {
            return CacheValue.pure(CacheValue.ANONYMOUS, mine.getSize());
        }
        int first = 0;
        while (!isSamePair(from, first, i)) {
            first++;
        }
        return CacheValue.pure(CacheValue.FIRST_JOINED - (serial * method.slots() + first), mine.getSize());
    }

    /** After a join two slots are equal when they were equal on both paths. */
    private boolean isSamePair(CacheFrame from, int i, int j) {
        return i < getLocals() + getStackSize()
                && slot(i).isSame(slot(j))
                && from.slot(i).isSame(from.slot(j));
    }

    private CacheValue slot(int i) {
        return i < getLocals() ? getLocal(i) : getStack(i - getLocals());
    }

    private void slot(int i, CacheValue value) {
        if (i < getLocals()) {
            setLocal(i, value);
        } else {
            setStack(i - getLocals(), value);
        }
    }
}
