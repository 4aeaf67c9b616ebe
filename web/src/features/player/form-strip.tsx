import { Link } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import { outcomeOf } from '@tribune/domain/players/form.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { form as words } from '@tribune/french/sentences/player.ts'
import { PlaceBadge } from '../../ui/badge.tsx'
import { Crest } from '../../ui/picture.tsx'
import { earnedWord, fixtureOf, rivalOf } from './match-words.ts'

/** Shows the player's newest matches as chips, in the order in which they were played: against whom, how many points, which rank. */
export function FormStrip({ matches }: { readonly matches: readonly PlayerMatch[] }) {
  return (
    <ol aria-label={words.last(matches.length)} className="grid grid-cols-5 gap-1.5">
      {matches.map((match) => (
        <li key={match.match_id} className="min-w-0">
          <Chip match={match} />
        </li>
      ))}
    </ol>
  )
}

function Chip({ match }: { readonly match: PlayerMatch }) {
  const outcome = outcomeOf(match)
  const isRanked = outcome === 'ranked'
  const { name, logo } = rivalOf(match)
  return (
    <Link
      to="/match/$id"
      params={{ id: match.match_id }}
      className={`flex h-full flex-col items-center gap-1 rounded-inner border px-0.5 py-2 hover:bg-raised ${isRanked ? 'border-edge' : 'border-dashed border-line'}`}
    >
      <Crest name={name} src={logo} size={28} />
      <span className="sr-only">{fixtureOf(match)}, </span>
      <span aria-hidden="true" className={`figures text-xl leading-6 font-extrabold ${isRanked ? '' : 'text-quiet'}`}>
        {isRanked || outcome === 'outside' ? count(match.points) : words.none}
      </span>
      {isRanked && match.rank !== null ? (
        <PlaceBadge place={match.rank} label="" size="sm" />
      ) : (
        <span aria-hidden="true" className="max-w-full truncate text-label leading-6 text-quiet">
          {words.short[outcome]}
        </span>
      )}
      <span className="sr-only">{earnedWord(match)}, </span>
      <span className="mt-auto max-w-full truncate text-label leading-4 text-quiet">{shortDay(match.match_date)}</span>
    </Link>
  )
}
