import { count } from './numbers.ts'

/** Writes a share of 0 to 1 in whole percent: « 45 % ». */
export function percent(share: number): string {
  return `${count(Math.round(share * 100))}\u00a0%`
}
