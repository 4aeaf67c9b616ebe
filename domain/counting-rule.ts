/**
 * Version of the published counting rule: opening and closing of the vote, 5-3-1, tie-breaks, point scale, coefficients.
 * Any change of one of them is a new version, shown beside every result it produced.
 */
export const COUNTING_RULE_VERSION = '2026.1'
