// SPDX-License-Identifier: Apache-2.0
package dev.foretell.agent.watch;

import dev.foretell.agent.mode.ProbePlan;
import dev.foretell.probe.Probes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.misc.Unsafe;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Lets probes be switched off, class by class, so that nothing is left of them in compiled code, and on again.
 *
 * <p>Between the accesses of a class and {@link dev.foretell.probe.Probes} is a small generated class, the switch,
 * which passes calls on when it is on. Its state is a constant for the compiler: a call site whose target is another
 * constant after each change. The JVM then deoptimizes the code that relied on it, also that of running loops, and
 * compiles it again.
 */
final class ProbeSwitches implements ProbePlan.AccessOwner {
    private static final String PACKAGE = "dev/foretell/probe/";
    private static final String PROBES = PACKAGE + "Probes";
    private static final String PROBE = "L" + PACKAGE + "ThreadProbe;";
    private static final String SILENT = PACKAGE + "SilentProbe";
    private static final String SITE = "SITE";
    private static final String ON = "ON";
    private static final String INVOKE = "java/lang/invoke/";
    private static final String CALL_SITE = INVOKE + "MutableCallSite";
    private static final String HANDLE = INVOKE + "MethodHandle";

    private static final Map<String, String> ACCESSES = accesses();

    private final Map<String, MutableCallSite> sites = new ConcurrentHashMap<>();
    private int last;

    private static Map<String, String> accesses() {
        Map<String, String> descriptors = new HashMap<>();
        for (String kind : new String[] {"read", "write", "afterRead", "afterWrite"}) {
            descriptors.put(kind, "(Ljava/lang/Object;I" + PROBE + ")V");
            descriptors.put(kind + "Static", "(I" + PROBE + ")V");
            descriptors.put(kind + "Element", "(Ljava/lang/Object;II" + PROBE + ")V");
        }
        return descriptors;
    }

    /**
     * The internal name of a new switch, which is on; {@link #setOff} identifies it by the name of the class it is for.
     */
    @Override
    public synchronized String of(String className) {
        String name = PACKAGE + "ProbeSwitch" + ++last;
        byte[] code = generate(name);
        ClassLoader loader = Probes.class.getClassLoader();
        Class<?> generated = Unsafe.getUnsafe().defineClass(name.replace('/', '.'), code, 0, code.length, loader, null);
        try {
            sites.put(className, (MutableCallSite) generated.getField(SITE).get(null));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
        return name;
    }

    /** Turns the switches of these classes off and all others on. */
    void setOff(Set<String> off) {
        for (Map.Entry<String, MutableCallSite> each : sites.entrySet()) {
            MutableCallSite site = each.getValue();
            boolean on = !off.contains(each.getKey());
            if (isOn(site) != on) {
                site.setTarget(MethodHandles.constant(boolean.class, on));
                MutableCallSite.syncAll(new MutableCallSite[] {site});
            }
        }
    }

    private static boolean isOn(MutableCallSite site) {
        MethodHandle target = site.getTarget();
        try {
            return (boolean) target.invokeExact();
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] generate(String name) {
        ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        out.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, null, "java/lang/Object", null);
        int constant = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
        out.visitField(constant, SITE, "L" + CALL_SITE + ";", null, null);
        out.visitField(constant, ON, "L" + HANDLE + ";", null, null);
        initialise(method(out, "<clinit>", "()V"), name);
        MethodVisitor current = method(out, "current", "()" + PROBE);
        Label off = whenOff(current, name);
        current.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "current", "()" + PROBE, false);
        current.visitInsn(Opcodes.ARETURN);
        at(current, off);
        current.visitFieldInsn(Opcodes.GETSTATIC, SILENT, "ANY_THREAD", "L" + SILENT + ";");
        current.visitInsn(Opcodes.ARETURN);
        end(current);
        ACCESSES.forEach((access, descriptor) -> passOn(method(out, access, descriptor), name, access, descriptor));
        out.visitEnd();
        return out.toByteArray();
    }

    private static MethodVisitor method(ClassWriter out, String name, String descriptor) {
        MethodVisitor method = out.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, descriptor, null, null);
        method.visitCode();
        return method;
    }

    private static void initialise(MethodVisitor code, String name) {
        code.visitTypeInsn(Opcodes.NEW, CALL_SITE);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/Boolean", "TYPE", "Ljava/lang/Class;");
        code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/Boolean", "TRUE", "Ljava/lang/Boolean;");
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                INVOKE + "MethodHandles",
                "constant",
                "(Ljava/lang/Class;Ljava/lang/Object;)L" + HANDLE + ";",
                false);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, CALL_SITE, "<init>", "(L" + HANDLE + ";)V", false);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.PUTSTATIC, name, SITE, "L" + CALL_SITE + ";");
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, CALL_SITE, "dynamicInvoker", "()L" + HANDLE + ";", false);
        code.visitFieldInsn(Opcodes.PUTSTATIC, name, ON, "L" + HANDLE + ";");
        code.visitInsn(Opcodes.RETURN);
        end(code);
    }

    /** Returns the label to jump to when the switch is off. */
    private static Label whenOff(MethodVisitor code, String name) {
        Label off = new Label();
        code.visitFieldInsn(Opcodes.GETSTATIC, name, ON, "L" + HANDLE + ";");
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", "()Z", false);
        code.visitJumpInsn(Opcodes.IFEQ, off);
        return off;
    }

    private static void at(MethodVisitor code, Label label) {
        code.visitLabel(label);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    private static void passOn(MethodVisitor code, String name, String access, String descriptor) {
        Label off = whenOff(code, name);
        int local = 0;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
            local += argument.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, access, descriptor, false);
        at(code, off);
        code.visitInsn(Opcodes.RETURN);
        end(code);
    }

    private static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
