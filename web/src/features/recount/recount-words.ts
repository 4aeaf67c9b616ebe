import { unreachable } from '@tribune/french/sentences/app.ts'
import { recount as words } from '@tribune/french/sentences/integrity/recount.ts'
import { isOnline } from '../../lib/device/platform.ts'
import { type Check, type Failure, isWrong, type Outcome } from './check-rules.ts'

export type CheckState = 'good' | 'wrong' | 'open'

/** Returns the state of a check, and what it found. Ratings rank a match without published ballots. */
export function checkWords(check: Check): { readonly state: CheckState; readonly texts: readonly string[] } {
  if (isWrong(check)) return { state: 'wrong', texts: check.problems.map((problem) => words.problems[problem]) }
  if (check.open !== null) return { state: 'open', texts: [words.open[check.open]] }
  return { state: 'good', texts: [words.good[check.id]] }
}

/** Returns the sentences of a verdict. */
export function verdictWords({ checks, record }: Outcome): readonly string[] {
  const wrong = checks.filter(isWrong).length
  if (wrong > 0) return [words.verdict.wrongText(wrong)]
  const isUnsigned = checks.some(({ open }) => open === 'unsupported')
  return [
    record?.ballots == null ? words.verdict.goodByRatings : words.verdict.goodByVotes(record.ballots.size),
    ...(isUnsigned ? [words.verdict.unsigned] : []),
    ...(record?.provisional ? [words.verdict.provisional] : []),
  ]
}

/** Returns the sentence for an answer that cannot be read. */
export function failureWords({ part, why }: Failure): string {
  if (why === 'offline' || (part === 'program' && !isOnline()))
    return isOnline() ? unreachable.unreachable : unreachable.offline
  if (why === 'busy') return words.failed.busy
  return part === 'record' && why === 'missing' ? words.failed.none : words.failed[part]
}
