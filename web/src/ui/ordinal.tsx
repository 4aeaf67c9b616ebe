import { count, ordinal } from '../lib/format/numbers.ts'

/** A rank as it is printed: « 1 » with its ending raised. */
export function Ordinal({ rank }: { readonly rank: number }) {
  const number = count(rank)
  return (
    <span>
      {number}
      <sup className="text-[0.5em] leading-none">{ordinal(rank).slice(number.length)}</sup>
    </span>
  )
}
