import { roundCoefficient } from './coefficient.ts'

/** Default bounds of the country coefficients, and the step of their inputs (spec sections 5 and 9). */
export const COUNTRY_SCALE = { min: 1, max: 4, step: 0.1 } as const

/** Year in which the last season of the ranking ends (spec section 7). */
export const COUNTRY_YEAR = 2026

/** Number of countries that the proposal shows (spec section 9). */
export const COUNTRY_TOP = 30

/** Returns the countries that the proposal shows, best first: the scale is that of all (docs/decisions/050). */
export function topCountries<Item extends { readonly rank: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => one.rank - other.rank).slice(0, COUNTRY_TOP)
}

/**
 * Proposes a coefficient for each country, linear in its points (spec section 9): the lowest of `items` gets `min`, the highest `max`, with
 * 2 decimals. If all have the same points, all get `min`. Items keep their order and fields.
 */
export function countryCoefficients<Item extends { readonly country: string; readonly points: number }>(
  items: readonly Item[],
  { min, max }: { readonly min: number; readonly max: number } = COUNTRY_SCALE,
): (Item & { coefficient: number })[] {
  const points = items.map((item) => item.points)
  const lowest = Math.min(...points)
  const range = Math.max(...points) - lowest
  return items.map((item) => {
    const share = range === 0 ? 0 : (item.points - lowest) / range
    return { ...item, coefficient: roundCoefficient(min + share * (max - min)) }
  })
}
