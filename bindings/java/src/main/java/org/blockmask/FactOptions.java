package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * What is known of a page besides its bytes, and for whom its directives are read: {@link Page#facts(FactOptions)}.
 *
 * @param xRobotsTag the values of the {@code X-Robots-Tag} headers that came with the page
 * @param agents names of crawlers, such as {@code googlebot}, whose directives apply besides those for all robots
 * @param exclusionAttributes names of attributes that exclude an element from the index, such as the attributes for the
 *     search of the site
 * @param headers other headers that came with the page, each {@code name: value}: {@code Link},
 *     {@code X-Robots-Tag}, {@code Content-Language}, {@code Content-Usage}, {@code Content-Signal},
 *     {@code tdm-reservation} and {@code tdm-policy} are read
 * @param properties whether to find facts of kind {@link FactKind#PROPERTY}, too
 */
public record FactOptions(List<String> xRobotsTag, List<String> agents, List<String> exclusionAttributes,
        List<String> headers, boolean properties) {
    /** Nothing is known: only the directives for all robots apply. */
    public static final FactOptions NONE = new FactOptions(List.of(), List.of(), List.of(), List.of(), false);

    /** A blockmask_fact_options. */
    MemorySegment struct(Arena memory) {
        MemorySegment struct = memory.allocate(Layouts.FACT_OPTIONS);
        struct.set(JAVA_LONG, 0, Layouts.FACT_OPTIONS.byteSize());
        setList(memory, struct, "x_robots_tag", "\n", xRobotsTag);
        setList(memory, struct, "agents", " ", agents);
        setList(memory, struct, "exclusion_attributes", " ", exclusionAttributes);
        setList(memory, struct, "headers", "\n", headers);
        struct.set(JAVA_LONG, Layouts.offset(Layouts.FACT_OPTIONS, "properties"), properties ? 1 : 0);
        return struct;
    }

    private static void setList(Arena memory, MemorySegment options, String member, String separator,
            List<String> values) {
        MemorySegment text = memory.allocateFrom(String.join(separator, values));
        options.set(ADDRESS, Layouts.offset(Layouts.FACT_OPTIONS, member), text);
        options.set(JAVA_LONG, Layouts.offset(Layouts.FACT_OPTIONS, member + "_length"), text.byteSize() - 1);
    }
}
