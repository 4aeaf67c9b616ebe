import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import type { Holders } from './podium-slots.tsx'

interface SpokenPodiumProps {
  readonly holders: Holders
  /** Whether the fan has changed something; nothing is announced before. */
  readonly changed: boolean
}

/** Announces the podium after each change, because screen readers do not notice what the podium shows. */
export function SpokenPodium({ holders, changed }: SpokenPodiumProps) {
  return (
    <p role="status" className="sr-only">
      {changed ? sentence(holders) : ''}
    </p>
  )
}

function sentence(holders: Holders): string {
  const places = POSITIONS.flatMap((place) => {
    const name = holders[place]?.player_name
    return name === undefined ? [] : [`${ordinal(place)} ${name}`]
  })
  return places.length === 0 ? words.spokenEmpty : words.spoken(places.join(', '))
}
