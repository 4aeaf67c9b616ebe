/** Shortest password that is accepted, in characters (spec section 5). */
export const PASSWORD_MIN_LENGTH = 6
/** Longest password that is accepted, in characters. */
export const PASSWORD_MAX_LENGTH = 128
