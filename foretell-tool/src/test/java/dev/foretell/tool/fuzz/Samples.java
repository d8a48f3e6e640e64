// SPDX-License-Identifier: Apache-2.0
package dev.foretell.tool.fuzz;

/** Valid files of each kind that people write. */
final class Samples {
    static final String CLIP = """
            foretell clip 1
            kind race
            title "Race on Account.balance: write at Account.java:10 with read at Account.java:9"
            command "java" "-cp" "out" "com.acme.Account"
            class com.acme.Account 94cb44800000733
            thread T1 main "main"
            thread T2 main/0 "Thread-0"
            thread T3 main/1 "Thread-\\u00011"

            run T1 until join at Account.java:24 #1 [com.acme.Account.main([Ljava/lang/String;)V @41]
            run T2 until write Account.balance at Account.java:10 #1 [com.acme.Account.withdraw(I)V @12]
            run T3 past read Account.balance at Account.java:9 #1 [com.acme.Account.withdraw(I)V @2]
            run T1 until end

            meet T2 before write Account.balance at Account.java:10 #1 [com.acme.Account.withdraw(I)V @12]
            meet T3 before read Account.balance at Account.java:9 #1 [com.acme.Account.withdraw(I)V @2 com.acme.X.y]
            order T3 T2
            """;

    static final String ORDERED_CLIP = """
            foretell clip 1
            kind atomicity   # a comment
            title "x"
            thread T1 main/0 "a"
            pass T1 read Account.balance at Account.java:3 #1 as x in u1
            pass main/1 write Account.balance at "A b.java":3 #2 as x in u2
            pass T1 write Account.balance at ?:? #1 as x in u1
            run T1 past read Account.balance at Account.java:3 #1
            """;

    static final String SECTIONS = """
            foretell sections 1
            class com.acme.Account 94cb44800000733

            section com.acme.Account.balance
            origin load-store
            enter read at Account.java:12 [com.acme.Account.withdraw(I)V @2]
            end write at Account.java:12 [com.acme.Account.withdraw(I)V @12] allow read
            exit at Account.java:30 [com.acme.Account.withdraw(I)V @40]
            exit on throw [com.acme.Account.withdraw(I)V]
            recursive
            lockable no "calls Log.write (Account.java:12)"

            section Account.balance
            enter write at Account.java:50
            end read at Account.java:52 allow none
            end write at Account.java:60 allow read write
            exit on return
            lockable yes
            """;

    static final String PATTERNS = """
            pattern data-race
              E = e1 - e2
              T = t1 - t2
              SV = s1 - s1
              AR = u1 - u2
              AT = r - w

            pattern asv     # the order of the lines does not matter, nor do blanks
              AT=w-r-r-w
              AR=u1-u2-u2-u1
              SV=s1-s1-s2-s2
              T=t1-t2-t2-t1
              E=e1-e2-e3-e4

            set range = Range.low, Range.high
            """;

    static final String STD = """
            # semaphore 1|S
            T1|fork(T2)|1
            T1|acq(A)|2
            T1|w(x)|Account.java:4
            T1|permitAcquire(S)|4
            T1|permitRelease(S)|5
            T1|rel(A)|6
            T2|acqs(B)|7
            T2|req(A)|8
            T2|acq(A)|8
            T2|notify(A)|8
            T2|rel(A)|9
            T2|rels(B)|10
            T2|initBegin(C)|10
            T2|initEnd(C)|10
            T2|publish(c)|10
            T2|r(x)|11
            T1|observe(c)|10
            T1|initUse(C)|10
            T1|join(2)|12
            """;

    static final String TABLES = """
            # foretell trace 1
            # thread main|main
            # thread main/0|work\\per
            # variable 6|Account.balance
            # variable 0|int[]
            # lock Object
            # semaphore 1|Semaphore
            # site ||A.java|-1|-1|fork|
            # site a.A|m()V|A.java|3|2|w|a.A.x
            # site a.A|m()V|A.java|4|5|acq|
            # run 10|5|1|0|true|0
            # failed a.B: too new
            # warning something
            main|fork(main/0)|(unknown)@0#1
            main|acq(0)|A.java:4@2#1
            main|w(0)|A.java:3@1#1
            main|permitAcquire(0)|A.java:3@1#1
            main/0|w(1)|A.java:3@1#2
            main/0|w(0)|A.java:3@1#1
            main|publish(3)|A.java:3@1#1
            main|initUse(3)|A.java:3@1#1
            main|rel(0)|A.java:4@2#1
            """;

    static final String WATCH = "run\t17\tVM\ta.A\n"
            + "instrumented\ta.A\nskipped\ta.B\nfailed\ta.C\ttoo new\npartial\ta.D\tlarge\n"
            + "sighting\t1\trace\tA.x\tA@1\tmain\ta.A\tm()V\tA.java\t3\t2\tWRITE\ta.A.x\t0\ta.A.m(A.java:3)\\n"
            + "a.A.main(A.java:9)\tworker\ta.A\tm()V\tA.java\t4\t6\tREAD\ta.A.x\t0\t\n"
            + "again\t1\t5\nhealed\tA.x at A.java:3\nnote\tsomething\nuncaught\tmain: x\nend\t2\n";

    static final String EVIDENCE =
            "thrown main\\nmain\\njava.lang.Error: wrong\\n\\na.A.m(A.java:3)\\na.A.main(A.java:9)\\n\n"
                    + "thrown main/0\\nworker\\na.Own\\n\\na.A.access$1(A.java)\\njava.lang.Thread.run(T.java)\\n\n"
                    + "stands 1700000000000 1700000000250\n"
                    + "locked main/0\\nworker\\na.Lock\\na.Other\\ta.Third\\na.A.n(A.java:4)\\n\n"
                    + "locked main/1\\nhelper\\na.Other\\na.Lock\\na.A.o(A.java:5)\\n\n"
                    + "deadlock worker holds a.Other and wants a.Lock\\n  at a.A.n(A.java:4)\n"
                    + "waiting \"main\" WAITING\\n  at a.A.main(A.java:9)\nfinal \n";

    /** Frames without a place, or without anything. */
    static final String ODD_EVIDENCE = "thrown main\\nmain\\n\\n\\n(\\n\n"
            + "thrown main\\nmain\\n:\\n\\n\n"
            + "thrown a\\nb\\nc\\n\\n()\\n)(\\n\n"
            + "thrown a\\nb\\nd\\n\\na.A.m(A\0.java:3)\\n\n"
            + "locked a\\nb\\nc\\n\\t\\na.b(:\\n\n"
            + "deadlock \nwaiting \\n\n";

    private Samples() {}
}
