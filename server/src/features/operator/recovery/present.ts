import type { Restored, Settled } from './service.ts'

const count = (n: number, noun: string, many = `${noun}s`) => `${n} ${n === 1 ? noun : many}`

/** Writes for the operator's terminal what a restore did, what it lost, and what only the operator can do. */
export function reportLines(settled: Settled, { until, clock }: Pick<Restored, 'until' | 'clock'>): string[] {
  const { ended, digestEnded, carried, renamedLogs, lost } = settled
  const minutes = Math.max(0, Math.round((clock.now().getTime() - until.getTime()) / 60_000))
  const failures = carried?.failures ?? []
  const done = [
    `${count(ended.sessions, 'session')} and ${count(ended.links, 'link')} ended: all sign in again, and turn push messages on again`,
    ...(digestEnded ? ['no more digests this week: fans may have theirs already'] : []),
    ...(carried === null
      ? []
      : [
          `${count(carried.entries, 'entry', 'entries')} of the public logs carried over`,
          `${count(carried.endedAccounts, 'account')} that had ended since ended again`,
          `${count(carried.choices, 'choice')} of messages carried over`,
          `${count(carried.acts.length, 'act')} added to the operator’s journal`,
        ]),
    ...renamedLogs.map((origin) => `public log ${origin} continues under a new name: its last entries may be lost`),
  ]
  const losses = lost.map(({ id, home, away, ballots, published }) => {
    const some = ballots === null ? 'ballots may be lost' : `${count(ballots, 'ballot')} cast or changed since are lost`
    const parts = [...(ballots === 0 ? [] : [some]), ...(published ? ['its result was published since'] : [])]
    return `match ${id}, ${home} – ${away}: ${parts.join('; ')}`
  })
  const todo = [
    ...(carried === null
      ? [
          'Without the broken database: delete again the accounts that ended since, turn messages off again, and repeat your own acts, from mails and logs.',
        ]
      : []),
    ...failures.map((failure) => `Not carried over: ${failure}. Do it by hand (docs/backups.md).`),
    ...(carried?.acts ?? []).map(
      ({ created_at, action, subject }) => `Repeat your act of ${created_at.toISOString()}: ${action} ${subject}`,
    ),
    ...(carried?.recorded.length
      ? [
          `Matches ${carried.recorded.join(', ')}: the public record is newer than the result. Once a server runs: Diagnostics, « Recalculer ce match ».`,
        ]
      : []),
    ...(lost.length > 0 ? ['Notify fans that votes are lost, and which votes are open again.'] : []),
    'Ask fans who changed their password or second factor since to change it again.',
    'Start one server, watch /metrics-dashboard, then start the others. Then /admin: « Lancer le passage de la nuit ».',
  ]
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)]
  return [
    `Restored as of ${until.toISOString()}, ${count(minutes, 'minute')} ago.`,
    ...list('Done:', done),
    ...list('Lost:', losses.length > 0 ? losses : ['no ballots that we know of']),
    ...list('For you to do:', todo),
  ]
}
