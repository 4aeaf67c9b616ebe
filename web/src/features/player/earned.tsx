import type { PlayerMatch } from '@tribune/contract/players.ts'
import { outcomeOf } from '@tribune/domain/form.ts'
import { outcome as words } from '../../i18n/fr-player.ts'
import { count } from '../../lib/numbers.ts'
import { OUTCOME_WORDS } from './match-words.ts'

const METALS: Readonly<Record<number, string>> = {
  1: 'bg-gold-step text-on-step',
  2: 'bg-silver-step text-on-step',
  3: 'bg-bronze-step text-on-step',
}

/** Points and rank of a match, or why there are none. */
export function Earned({ match }: { readonly match: PlayerMatch }) {
  const outcome = outcomeOf(match)
  if (outcome !== 'ranked') return <span className="text-right text-sm text-quiet">{OUTCOME_WORDS[outcome]}</span>
  return (
    <span className="flex flex-col items-end gap-0.5">
      <span className="figures text-2xl font-extrabold whitespace-nowrap">
        {count(match.points)}
        <span className="ml-1 text-sm font-semibold text-quiet">{words.unit}</span>
      </span>
      {match.rank !== null && (
        <span
          className={`rounded-inner text-sm leading-5 whitespace-nowrap ${METALS[match.rank] === undefined ? 'text-quiet' : `px-1.5 font-bold ${METALS[match.rank]}`}`}
        >
          {words.rank(count(match.rank))}
        </span>
      )}
    </span>
  )
}
