/** Significant digits that survive a few products of doubles: 1.15 * 70 is 80.49999999999999 in binary, 80.5 with this precision. */
const SAFE_DIGITS = 13

/**
 * Rounds to the nearest value with `decimals` decimals, halves away from zero, as on paper: 1.005 to two decimals is 1.01. Exact for amounts
 * below 10^13 units of the last decimal.
 */
export function roundHalfAway(value: number, decimals = 0): number {
  const scale = 10 ** decimals
  const shifted = Number((Math.abs(value) * scale).toPrecision(SAFE_DIGITS))
  const rounded = Math.floor(shifted + 0.5) / scale
  return value < 0 && rounded !== 0 ? -rounded : rounded
}
