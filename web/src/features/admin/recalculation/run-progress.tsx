import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Recalculation } from '@tribune/contract/operator/recalculation.ts'
import { duration } from '@tribune/french/format/durations.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { run as words } from '@tribune/french/sentences/operator/recalculation.ts'
import { isUnderWay, recalculationQuery, startRun, stopRun } from '../../../data/operator/recalculation.ts'
import { ConfirmAct } from '../confirm-act.tsx'
import { useAct } from '../use-act.ts'

/** How far a recalculation has come, what failed, and the button that stops it. */
export function RunProgress({ run }: { readonly run: Recalculation }) {
  const settled = run.done + run.failed
  const isActive = isUnderWay(run)
  return (
    <div className="w-full rounded-inner border border-line bg-ground p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-bold">{words.states[run.state]}</p>
        <p className="text-sm text-quiet">{words.scopes[run.scope]}</p>
      </div>
      <progress
        aria-label={words.label}
        className="mt-2 h-3 w-full appearance-none overflow-hidden rounded-full border border-edge bg-surface [&::-moz-progress-bar]:bg-text [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-text"
        max={run.total}
        value={settled}
      />
      <p className="figures" aria-live="polite">
        {words.progress(settled, run.total)}
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4">
        <Line name={isActive ? words.elapsed : words.took} value={duration(run.elapsed_ms)} />
        {run.remaining_ms !== null && <Line name={words.remaining} value={duration(run.remaining_ms)} />}
        <Line name={words.failed} value={count(run.failed)} />
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
      <summary className="target cursor-pointer content-center font-semibold">{words.failures(run.failed)}</summary>
      {run.failures.length < run.failed && <p className="text-quiet">{words.firstOf(run.failures.length)}</p>}
      <ul className="flex flex-col gap-1">
        {run.failures.map(({ match_id, detail }) => (
          <li key={match_id} className="[overflow-wrap:anywhere]">
            {words.failure(match_id, detail)}
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
        label={words.stop}
        title={words.stopTitle}
        consequence={words.stopConsequence}
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
        label={words.resume(left)}
        title={words.resumeTitle}
        consequence={words.resumeConsequence(left)}
        tone="plain"
        busy={isBusy}
        onConfirm={() => start.mutate({ scope: run.scope, rest_of: run.id })}
      />
    </div>
  )
}

/** Returns the current or last recalculation, and the operator's actions on it. All components that show it share one read. */
export function useRecalculation() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(recalculationQuery)
  const show = () => client.invalidateQueries({ queryKey: recalculationQuery.queryKey })
  const start = useAct(startRun, {
    done: ({ joined }) => (joined ? words.joined : words.started),
    onDone: show,
  })
  const stop = useAct(stopRun, { done: () => words.stopping, onDone: show })
  return { data, error, refetch, start, stop, isBusy: isUnderWay(data?.run) || start.isPending }
}
