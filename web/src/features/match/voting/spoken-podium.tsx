import { POSITIONS } from '@tribune/domain/podium.ts'
import { podium as words } from '../../../i18n/fr-match.ts'
import { ordinal } from '../../../lib/format/numbers.ts'
import type { Holders } from './podium-slots.tsx'

interface SpokenPodiumProps {
  readonly holders: Holders
  /** The fan has changed something: before, there is nothing to tell. */
  readonly changed: boolean
}

/** Who stands where, read aloud after each change: rows move, and a list does not say so by itself. */
export function SpokenPodium({ holders, changed }: SpokenPodiumProps) {
  return (
    <p role="status" className="sr-only">
      {changed ? sentence(holders) : ''}
    </p>
  )
}

function sentence(holders: Holders): string {
  const held = POSITIONS.flatMap((place) => {
    const name = holders[place]?.player_name
    return name === undefined ? [] : [`${ordinal(place)} ${name}`]
  })
  return held.length === 0 ? words.spokenEmpty : words.spoken(held.join(', '))
}
