import { roundCoefficient } from './coefficient.ts'

/** Default bounds of the country coefficients, and the step of their inputs (spec sections 5 and 9). */
export const COUNTRY_SCALE = { min: 1, max: 4, step: 0.1 } as const

/** Countries shown of the proposal (spec section 9). */
export const COUNTRY_TOP = 30

/**
 * Proposes a coefficient per country, linear in its points: the lowest of `items` gets `min`, the highest `max`, 2 decimals.
 * Items keep their order and fields. Without any difference in points all get `min`.
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
