import { useQueryClient } from '@tanstack/react-query'
import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { duration } from '@tribune/french/format/durations.ts'
import { acts as words } from '@tribune/french/sentences/operator/overview.ts'
import { publishDue, runNight } from '../../../data/operator/overview.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { ActFailure, ConfirmAct } from '../confirm-act.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { PARTS } from './needs.tsx'

type Run = Awaited<ReturnType<typeof runNight>>

/** The runs that start by themselves, and that the operator may start now. */
export function HandActs({ nightly }: Pick<OperatorOverview['facts'], 'nightly'>) {
  return (
    <div id={PARTS.acts}>
      <Section title={words.title}>
        <div className="flex flex-col gap-4">
          <HandAct of="publish" run={publishDue} done={({ processed }) => words.publish.done(processed)} />
          <HandAct
            of="night"
            run={runNight}
            done={({ processed, ms }) => words.night.done(processed, duration(ms))}
            isUnderWay={nightly.under_way}
          />
        </div>
      </Section>
    </div>
  )
}

interface HandActProps {
  readonly of: 'night' | 'publish'
  readonly run: () => Promise<Run>
  readonly done: (run: Run) => string
  /** Whether a server is at it, by hand or by itself, if that is known. */
  readonly isUnderWay?: boolean
}

/** One run: its button, its progress and its result. */
function HandAct({ of, run, done, isUnderWay }: HandActProps) {
  const client = useQueryClient()
  const { start, title, consequence, intro, underWay, goesOn, failed } = words[of]
  const sentenceFor = (error: unknown) => (isCutOff(error) ? goesOn : failed(messageOf(error)))
  const look = () => client.invalidateQueries({ queryKey: ['operator'] })
  const act = useAct(run, { done, failed: sentenceFor, onDone: look })
  const isBusy = act.isPending || isUnderWay === true
  const begin = () => {
    act.mutate(undefined, { onError: look })
    // The run is open on the server before it answers.
    void look()
  }
  return (
    <div>
      <p className="mb-2 text-quiet">{intro}</p>
      <ConfirmAct label={start} title={title} consequence={consequence} tone="plain" busy={isBusy} onConfirm={begin} />
      <div role="status" className="font-semibold">
        {isBusy && <p className="mt-3">{underWay}</p>}
        {!isBusy && act.data !== undefined && <p className="mt-3">{done(act.data)}</p>}
        {!isBusy && isUnderWay === undefined && isCutOff(act.error) && <p className="mt-3">{goesOn}</p>}
      </div>
      {!isBusy && act.error !== null && !isCutOff(act.error) && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
    </div>
  )
}

/** Returns whether the answer did not come in time, here or at a proxy: the run goes on without it. */
function isCutOff(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'timeout' || (error.code === 'unreadable' && error.status >= 502))
}
