import { count, ordinal } from '@tribune/french/format/numbers.ts'

/** A rank in print: « 1 » with its ending in superscript. */
export function Ordinal({ rank }: { readonly rank: number }) {
  const number = count(rank)
  return (
    <span>
      {number}
      <sup className="text-[0.5em] leading-none">{ordinal(rank).slice(number.length)}</sup>
    </span>
  )
}
