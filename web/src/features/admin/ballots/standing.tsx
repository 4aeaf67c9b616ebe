import type { BallotStanding } from '@tribune/contract/operator/ballots.ts'
import { ordinal, plural } from '@tribune/french/format/numbers.ts'
import { ballots as words } from '@tribune/french/sentences/operator/ballots.ts'

interface StandingProps {
  readonly title: string
  readonly of: BallotStanding
}

/** The first players of a result, and where it comes from. */
export function Standing({ title, of: { source, counted, first } }: StandingProps) {
  return (
    <div className="min-w-0">
      <p className="text-sm font-semibold">{title}</p>
      <p className="mb-1 text-sm text-quiet">{plural(counted, ...words.counted)}</p>
      {first.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <ol>
          {first.map(({ player_id, player_name, rank }) => (
            <li key={player_id} className="flex gap-2 py-0.5 leading-tight">
              <span className="figures w-6 shrink-0 text-quiet">{ordinal(rank)}</span>
              <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{player_name}</bdi>
            </li>
          ))}
        </ol>
      )}
      {source !== null && <p className="mt-1 text-sm text-quiet">{words.sources[source]}</p>}
    </div>
  )
}
