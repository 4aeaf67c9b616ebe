import type { Vote } from '@tribune/contract/votes.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'

/** The fan's own podium, on the card of a match that they voted for. */
export function OwnPodium({ picks }: { readonly picks: Vote['top3'] }) {
  const short = familyNamesAmong(picks.map((pick) => pick.player_name))
  return (
    <ol aria-label={card.myPodium} className="grid grid-cols-3 gap-2">
      {POSITIONS.map((position) => {
        const pick = picks.find((one) => one.position === position)
        return (
          <li key={position} className="flex min-w-0 items-center gap-1.5 text-sm">
            <PlaceBadge place={position} label={ordinal(position)} size="sm" />
            <span className={`truncate ${pick ? 'font-semibold' : 'text-quiet'}`}>
              {pick ? short(pick.player_name) : card.empty}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
