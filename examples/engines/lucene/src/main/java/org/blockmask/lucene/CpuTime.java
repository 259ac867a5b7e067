package org.blockmask.lucene;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Measures what part of the processor's time some calls take, in all threads. */
final class CpuTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final LongAdder nanoseconds = new LongAdder();

    <T> T measure(Supplier<T> work) {
        long start = THREADS.getCurrentThreadCpuTime();
        try {
            return work.get();
        } finally {
            nanoseconds.add(THREADS.getCurrentThreadCpuTime() - start);
        }
    }

    /** Of the calls that were measured. */
    double seconds() {
        return nanoseconds.sum() / 1e9;
    }

    /** Of the process since it began, the compiler and the garbage collector included. */
    static double ofProcess() {
        return SYSTEM.getProcessCpuTime() / 1e9;
    }
}
