import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Recalculation } from '@tribune/contract/operator/recalculation.ts'
import { duration } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import {
  marked as markedWords,
  one as oneWords,
  run as runWords,
  all as words,
} from '@tribune/french/sentences/operator/recalculation.ts'
import {
  isUnderWay,
  type RankedMatch,
  recalculateMatch,
  recalculationQuery,
  startRun,
  stopRun,
} from '../../data/operator/recalculation.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ConfirmAct } from './act-buttons.tsx'
import { MatchIdForm } from './one-match/match-field.tsx'
import { MatchLinks } from './one-match/match-links.tsx'
import { Section } from './section.tsx'
import { useAct } from './use-act.ts'

/** Recalculates all finished matches on the server (spec section 9), and shows how far it is, wherever it was started. */
export function RecalculateAll() {
  const { data, error, refetch, start, isBusy } = useRecalculation()
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={runWords.unread(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <div className="flex flex-col items-start gap-4">
          {data.finished === 0 ? (
            <p>{words.nothing}</p>
          ) : (
            <ConfirmAct
              label={words.start(data.finished)}
              title={words.confirm}
              consequence={words.consequence(data.finished)}
              busy={isBusy}
              onConfirm={() => start.mutate({ scope: 'all' })}
            />
          )}
          {data.run?.scope === 'all' && <RunProgress run={data.run} />}
          {data.run?.scope === 'marked' && isBusy && <p className="text-quiet">{runWords.busy}</p>}
        </div>
      )}
    </Section>
  )
}

/** How many published matches have another coefficient now, and the button that recalculates them; the season follows. */
export function MarkedMatches() {
  const { data, error, refetch, start, isBusy } = useRecalculation()
  return (
    <Section title={markedWords.title} intro={markedWords.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={runWords.unread(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <div className="flex flex-col items-start gap-3">
          <p className="font-semibold" aria-live="polite">
            {data.marked === 0 ? markedWords.none : markedWords.waiting(data.marked)}
          </p>
          {data.marked > 0 && (
            <ConfirmAct
              label={markedWords.start(data.marked)}
              title={markedWords.confirm}
              consequence={markedWords.consequence(data.marked)}
              tone="plain"
              busy={isBusy}
              onConfirm={() => start.mutate({ scope: 'marked' })}
            />
          )}
          {data.run?.scope === 'marked' && <RunProgress run={data.run} />}
        </div>
      )}
    </Section>
  )
}

/** How far a recalculation has come, what failed, and the button that stops it. */
function RunProgress({ run }: { readonly run: Recalculation }) {
  const settled = run.done + run.failed
  const isActive = isUnderWay(run)
  return (
    <div className="w-full rounded-inner border border-line bg-ground p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-bold">{runWords.states[run.state]}</p>
        <p className="text-sm text-quiet">{runWords.scopes[run.scope]}</p>
      </div>
      <progress
        aria-label={runWords.label}
        className="mt-2 h-3 w-full appearance-none overflow-hidden rounded-full border border-edge bg-surface [&::-moz-progress-bar]:bg-text [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-text"
        max={run.total}
        value={settled}
      />
      <p className="figures" aria-live="polite">
        {runWords.progress(settled, run.total)}
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4">
        <Line name={isActive ? runWords.elapsed : runWords.took} value={duration(run.elapsed_ms)} />
        {run.remaining_ms !== null && <Line name={runWords.remaining} value={duration(run.remaining_ms)} />}
        <Line name={runWords.failed} value={count(run.failed)} />
      </dl>
      {run.failed > 0 && <Failures run={run} />}
      {run.state === 'running' && <StopButton run={run} />}
      {run.state === 'stopped' && settled < run.total && <ResumeButton run={run} left={run.total - settled} />}
    </div>
  )
}

function Line({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="figures">{value}</dd>
    </>
  )
}

function Failures({ run }: { readonly run: Recalculation }) {
  return (
    <details className="mt-2">
      <summary className="target cursor-pointer content-center font-semibold">{runWords.failures(run.failed)}</summary>
      {run.failures.length < run.failed && <p className="text-quiet">{runWords.firstOf(run.failures.length)}</p>}
      <ul className="flex flex-col gap-1">
        {run.failures.map(({ match_id, detail }) => (
          <li key={match_id} className="[overflow-wrap:anywhere]">
            {runWords.failure(match_id, detail)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function StopButton({ run }: { readonly run: Recalculation }) {
  const { stop } = useRecalculation()
  return (
    <div className="mt-3">
      <ConfirmAct
        label={runWords.stop}
        title={runWords.stopTitle}
        consequence={runWords.stopConsequence}
        busy={stop.isPending}
        onConfirm={() => stop.mutate(run)}
      />
    </div>
  )
}

function ResumeButton({ run, left }: { readonly run: Recalculation; readonly left: number }) {
  const { start, isBusy } = useRecalculation()
  return (
    <div className="mt-3">
      <ConfirmAct
        label={runWords.resume(left)}
        title={runWords.resumeTitle}
        consequence={runWords.resumeConsequence(left)}
        tone="plain"
        busy={isBusy}
        onConfirm={() => start.mutate({ scope: run.scope, rest_of: run.id })}
      />
    </div>
  )
}

/** Returns the current or last recalculation, and the operator's actions on it. All components that show it share one read. */
function useRecalculation() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(recalculationQuery)
  const show = () => client.invalidateQueries({ queryKey: recalculationQuery.queryKey })
  const start = useAct(startRun, {
    done: ({ joined }) => (joined ? runWords.joined : runWords.started),
    onDone: show,
  })
  const stop = useAct(stopRun, { done: () => runWords.stopping, onDone: show })
  return { data, error, refetch, start, stop, isBusy: isUnderWay(data?.run) || start.isPending }
}

/** Recalculates one match by its id, and shows what came of it (spec sections 5 and 8). */
export function RecalculateOne() {
  const client = useQueryClient()
  const act = useAct(recalculateMatch, {
    done: ({ match_id }) => oneWords.done(match_id),
    failed: sentenceFor,
    onDone: () => client.invalidateQueries({ queryKey: recalculationQuery.queryKey }),
  })
  return (
    <Section title={oneWords.title} intro={oneWords.intro}>
      <MatchIdForm
        label={oneWords.id}
        action={oneWords.start}
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
  if (isSignedOut(error)) return oneWords.notSignedIn
  if (error instanceof ApiError && error.code === 'invalid_match_id') return oneWords.invalidId
  if (error instanceof ApiError && error.code === 'unreadable') return oneWords.failed(oneWords.status(error.status))
  return oneWords.failed(messageOf(error))
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

function Failure({ error }: { readonly error: unknown }) {
  return (
    <div role="alert" className="mt-4 flex flex-col items-start gap-2">
      <p className="font-semibold text-warn [overflow-wrap:anywhere]">{sentenceFor(error)}</p>
      {isSignedOut(error) && <ButtonLink to="/profile">{oneWords.profile}</ButtonLink>}
    </div>
  )
}

function Result({ match }: { readonly match: RankedMatch }) {
  const { match_id, source, unique_voters, playerPoints } = match
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-bold" role="status">
        {oneWords.done(match_id)}
      </p>
      <dl className="my-2 grid grid-cols-[auto_1fr] gap-x-4">
        <dt className="text-quiet">{oneWords.source}</dt>
        <dd>{source === null ? oneWords.noSource : oneWords.sources[source]}</dd>
        <dt className="text-quiet">{oneWords.voters}</dt>
        <dd className="figures">{count(unique_voters)}</dd>
        <dt className="text-quiet">{oneWords.ranked}</dt>
        <dd className="figures">{count(match.count)}</dd>
      </dl>
      {playerPoints.length === 0 ? (
        <p className="text-quiet">{oneWords.nothing(match.status)}</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-sm text-quiet">
            <tr>
              <th className="py-1 pr-4 font-normal">{oneWords.rank}</th>
              <th className="py-1 pr-4 font-normal">{oneWords.player}</th>
              <th className="py-1 text-right font-normal">{oneWords.points}</th>
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
