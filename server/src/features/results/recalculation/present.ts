import { type ErrorCode, sentenceOf } from '@tribune/contract/errors.ts'
import type { Recalculation } from '@tribune/contract/operator/recalculation.ts'
import { remainingMs } from '@tribune/domain/results/recalculation.ts'
import type { countSettled, failuresOf, RunRow } from './queries.ts'

interface RunParts {
  readonly run: RunRow
  readonly counts: Awaited<ReturnType<typeof countSettled>>
  readonly failures: Awaited<ReturnType<typeof failuresOf>>
  readonly now: Date
}

/** Presents a run, with the time it has taken and will take. */
export function presentRecalculation({ run, counts, failures, now }: RunParts): Recalculation {
  const { id, scope, state, total, started_at, ended_at } = run
  const elapsedMs = Math.max((ended_at ?? now).getTime() - started_at.getTime(), 0)
  return {
    id,
    scope,
    state,
    total,
    ...counts,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    elapsed_ms: elapsedMs,
    remaining_ms: ended_at === null ? remainingMs({ total, settled: counts.done + counts.failed, elapsedMs }) : null,
    failures: failures.map(({ match_id, error_code, error }) => {
      const code = (error_code ?? 'internal') as ErrorCode
      return { match_id, code, detail: error ?? sentenceOf(code) }
    }),
  }
}
