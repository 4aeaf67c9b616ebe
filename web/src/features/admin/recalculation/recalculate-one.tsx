import { useQueryClient } from '@tanstack/react-query'
import { count } from '@tribune/french/format/numbers.ts'
import { one as words } from '@tribune/french/sentences/operator/recalculation.ts'
import { type RankedMatch, recalculateMatch, recalculationQuery } from '../../../data/operator/recalculation.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { MatchIdForm } from '../one-match/match-field.tsx'
import { MatchLinks } from '../one-match/match-links.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** Recalculates one match by its id, and shows what came of it (spec sections 5 and 8). */
export function RecalculateOne() {
  const client = useQueryClient()
  const act = useAct(recalculateMatch, {
    done: ({ match_id }) => words.done(match_id),
    failed: sentenceFor,
    onDone: () => client.invalidateQueries({ queryKey: recalculationQuery.queryKey }),
  })
  return (
    <Section title={words.title} intro={words.intro}>
      <MatchIdForm
        label={words.id}
        action={words.start}
        busy={act.isPending}
        main
        onSubmit={act.mutate}
        onWrong={act.reset}
      />
      {act.error !== null && <Failure error={act.error} />}
      {act.data !== undefined && <Result match={act.data} />}
    </Section>
  )
}

/** One sentence for each way in which it may fail (spec section 8). */
function sentenceFor(error: unknown): string {
  if (isSignedOut(error)) return words.notSignedIn
  if (error instanceof ApiError && error.code === 'invalid_match_id') return words.invalidId
  if (error instanceof ApiError && error.code === 'unreadable') return words.failed(words.status(error.status))
  return words.failed(messageOf(error))
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

function Failure({ error }: { readonly error: unknown }) {
  return (
    <div role="alert" className="mt-4 flex flex-col items-start gap-2">
      <p className="font-semibold text-warn [overflow-wrap:anywhere]">{sentenceFor(error)}</p>
      {isSignedOut(error) && <ButtonLink to="/profile">{words.profile}</ButtonLink>}
    </div>
  )
}

function Result({ match }: { readonly match: RankedMatch }) {
  const { match_id, source, unique_voters, playerPoints } = match
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-bold" role="status">
        {words.done(match_id)}
      </p>
      <dl className="my-2 grid grid-cols-[auto_1fr] gap-x-4">
        <dt className="text-quiet">{words.source}</dt>
        <dd>{source === null ? words.noSource : words.sources[source]}</dd>
        <dt className="text-quiet">{words.voters}</dt>
        <dd className="figures">{count(unique_voters)}</dd>
        <dt className="text-quiet">{words.ranked}</dt>
        <dd className="figures">{count(match.count)}</dd>
      </dl>
      {playerPoints.length === 0 ? (
        <p className="text-quiet">{words.nothing(match.status)}</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-sm text-quiet">
            <tr>
              <th className="py-1 pr-4 font-normal">{words.rank}</th>
              <th className="py-1 pr-4 font-normal">{words.player}</th>
              <th className="py-1 text-right font-normal">{words.points}</th>
            </tr>
          </thead>
          <tbody>
            {playerPoints.map(({ rank, player_id, player_name, points }) => (
              <tr key={player_id} className="border-t border-line">
                <td className="figures py-1 pr-4">{rank}</td>
                <td className="py-1 pr-4 [overflow-wrap:anywhere]">{player_name}</td>
                <td className="figures py-1 text-right">{count(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MatchLinks id={match_id} at="recalculation" />
    </div>
  )
}
