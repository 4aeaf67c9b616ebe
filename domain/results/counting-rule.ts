/**
 * Version of the published counting rule: opening and closing of the vote, 5-3-1, tie-breaks, point scale, coefficients. Change it with any
 * of them: every result shows the version that produced it.
 */
export const COUNTING_RULE_VERSION = '2026.1'
