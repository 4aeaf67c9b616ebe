import { VOTE_CLOSING_MINUTES } from '@tribune/domain/ballots/voting-window.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { countdown, spokenCountdown } from '@tribune/french/format/dates.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { useNow } from '../../../lib/state/use-now.ts'

/** Time left to vote, by the server's clock, as a bar that empties and in figures. */
export function Countdown({ closing }: { readonly closing: Date }) {
  const left = closing.getTime() - useNow(1000).getTime()
  const share = Math.min(1, Math.max(0, left / (VOTE_CLOSING_MINUTES * MINUTE_MS)))
  return (
    <div className="flex items-center gap-3 text-sm">
      <span className="text-quiet">{card.closesIn}</span>
      <span aria-hidden="true" className="h-1 flex-1 overflow-hidden rounded-full bg-raised">
        <span className="amount block h-full rounded-full bg-text" style={{ width: `${share * 100}%` }} />
      </span>
      <Left ms={left} />
    </div>
  )
}

/** Time left to vote, by the server's clock, in figures alone. */
export function TimeLeft({ closing }: { readonly closing: Date }) {
  return <Left ms={closing.getTime() - useNow(1000).getTime()} />
}

function Left({ ms }: { readonly ms: number }) {
  return (
    <>
      <span aria-hidden="true" className="figures text-lg leading-5 font-bold">
        {countdown(ms)}
      </span>
      <span className="sr-only">{spokenCountdown(ms)}</span>
    </>
  )
}
