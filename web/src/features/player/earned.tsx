import type { PlayerMatch } from '@tribune/contract/players.ts'
import { outcomeOf } from '@tribune/domain/players/form.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { outcome as outcomes, earned as words } from '@tribune/french/sentences/player.ts'
import { METALS } from '../../ui/metals.ts'

/** Points and rank of a match, or why there are none. */
export function Earned({ match }: { readonly match: PlayerMatch }) {
  const outcome = outcomeOf(match)
  if (outcome !== 'ranked') return <span className="text-right text-sm text-quiet">{outcomes[outcome]}</span>
  const metal = METALS[match.rank ?? 0]
  return (
    <span className="flex flex-col items-end gap-0.5">
      <span className="figures text-2xl font-extrabold whitespace-nowrap">
        {count(match.points)}
        <span className="ml-1 text-sm font-semibold text-quiet">{words.unit}</span>
      </span>
      {match.rank !== null && (
        <span
          className={`rounded-inner text-sm leading-5 whitespace-nowrap ${metal === undefined ? 'text-quiet' : `px-1.5 font-bold ${metal.surface}`}`}
        >
          {outcomes.rank(count(match.rank))}
        </span>
      )}
    </span>
  )
}
