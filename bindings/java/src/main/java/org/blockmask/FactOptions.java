package org.blockmask;

import java.util.List;

/**
 * What is known of a page besides its bytes, and for whom its directives are read: {@link Page#facts(FactOptions)}.
 *
 * @param xRobotsTag the values of the {@code X-Robots-Tag} headers that came with the page
 * @param agents names of crawlers, such as {@code googlebot}, whose directives apply besides those for all robots
 * @param exclusionAttributes names of attributes that exclude an element from the index, such as the attributes for the
 *     search of the site
 */
public record FactOptions(List<String> xRobotsTag, List<String> agents, List<String> exclusionAttributes) {
    /** Nothing is known: only the directives for all robots apply. */
    public static final FactOptions NONE = new FactOptions(List.of(), List.of(), List.of());
}
