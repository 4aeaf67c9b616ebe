import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { sync as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { type Synchronisation, synchronise } from '../../../data/operator/diagnostics.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ActFailure } from '../act-failure.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** Reads the provider now, and says how many matches that changed, and how long it took (spec sections 7 and 8). */
export function ManualSync() {
  const act = useAct(synchronise, { done: sentenceOf, failed: sentenceFor })
  return (
    <Section title={words.title} intro={words.intro}>
      <Button busy={act.isPending} onClick={() => act.mutate()}>
        {words.start}
      </Button>
      {act.error !== null && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
      {act.data !== undefined && <Outcome run={act.data} />}
    </Section>
  )
}

function Outcome({ run }: { readonly run: Synchronisation }) {
  const { at, quota, refused } = run
  const { day_limit: limit, day_remaining: remaining } = quota ?? { day_limit: null, day_remaining: null }
  return (
    <div role="status" className="mt-3">
      <p className="font-semibold">{sentenceOf(run)}</p>
      {at !== null && <p className="text-quiet">{words.at(shortDay(at), hour(at))}</p>}
      {limit !== null && remaining !== null && <p className="text-quiet">{words.quota(remaining, limit)}</p>}
      {refused !== null && <p className="font-semibold text-warn">{words.refused(refused)}</p>}
    </div>
  )
}

function sentenceOf({ updated, ms, at }: Synchronisation): string {
  return at === null ? words.never : words.done(updated, ms)
}

function sentenceFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'timeout') return words.timeout
  if (error instanceof ApiError && error.code === 'offline') return words.network
  return words.failed(messageOf(error))
}
