package org.blockmask;

/**
 * How well the main text of a page was probably extracted.
 *
 * @param score the expected word F1 of the main text, 0 to 1, calibrated for the learned mask; at most 0.1 if the reason
 *     says that the page has no content
 * @param reason why there is little or doubtful text
 */
public record Quality(float score, QualityReason reason) {
    static Quality of(Table table) {
        return new Quality(table.getFloat(0, "score"), QualityReason.of(table.getInt(0, "reason")));
    }
}
