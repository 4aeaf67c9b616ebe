import { isDeepStrictEqual } from 'node:util'
import { tallyOfPodiums } from '@tribune/domain/ballots/tally.ts'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { dueDigest } from '@tribune/domain/messages/digest.ts'
import type { App } from '../../../context.ts'
import type { Database, Db } from '../../../infra/database/pool.ts'
import { readTally } from '../../ballots/tally/queries.ts'
import { deleteWithin } from '../../fans/accounts/service.ts'
import { continueLogs } from '../../results/audit/jobs.ts'
import { carryLogs } from '../../results/audit/service.ts'
import { distinctPodiums } from '../../results/integrity/queries.ts'
import {
  type Act,
  accountsAfter,
  accountsAmong,
  actsSince,
  addActs,
  CHOICE_TABLES,
  choicesAfter,
  countRows,
  endDigest,
  endSessions,
  isDigestPlanned,
  type LostMatch,
  lostSince,
  matchesWithBallots,
  perhapsLost,
  rankedAgain,
  replaceChoices,
  tables,
} from './queries.ts'

/** A restored database that no server uses yet. */
export interface Restored extends Pick<App, 'clock' | 'config' | 'recorder'> {
  readonly db: Database
  /** All that was committed before this moment is in the backup. */
  readonly until: Date
}

/** The database that the backup replaces, read only, or `null`. `check` checks its public logs. */
interface Broken {
  readonly db: Db
  check(): Promise<string[]>
}

/** Result of a restore, and its losses. */
interface Settled {
  readonly ended: { readonly sessions: number; readonly links: number }
  /** Whether this week's digest was prevented. */
  readonly digestEnded: boolean
  /** Parts that were carried over from the broken database, and failures; `null` without one. */
  readonly carried: Carried | null
  /** Logs that go on under a new name, as later entries may be lost. */
  readonly renamedLogs: readonly string[]
  readonly lost: readonly LostMatch[]
}

interface Carried {
  /** Entries of public logs. */
  readonly entries: number
  /** Matches whose newest record is newer than their restored result. */
  readonly recorded: readonly number[]
  readonly endedAccounts: number
  readonly choices: number
  readonly acts: readonly Act[]
  readonly failures: readonly string[]
}

/** Above this share of accounts that the broken database lacks, it has lost them, instead of having deleted them. */
const MAX_ENDED_SHARE = 0.05
/** No clocks of servers differ by more. */
const CLOCKS_DIFFER_MS = HOUR_MS
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Checks a restored database: reads every table, recounts the newest matches, verifies the public logs. Returns rows, matches and problems. */
export async function checkDatabase({ db, recorder, until }: Pick<Restored, 'db' | 'recorder' | 'until'>) {
  let rows = 0
  for (const table of await tables(db)) rows += await countRows(db, table)
  const problems: string[] = []
  const matches = await matchesWithBallots(db)
  for (const id of matches) {
    const { changes: _, ...tally } = await readTally(db, id)
    const recount = tallyOfPodiums(await distinctPodiums(db, id, 'counted'))
    if (!isDeepStrictEqual(tally, recount)) problems.push(`match ${id}: the tally is not the recount of its ballots`)
  }
  problems.push(...(await recorder.check(new Date(until.getTime() - 2 * DAY_MS))))
  return { rows, matches: matches.length, problems }
}

/** Makes a restored database ready for servers, and says what it lost. `broken`: the one that it replaces, if it can be read. */
export async function settle(restored: Restored, broken: Broken | null): Promise<Settled> {
  const { db, clock, until } = restored
  const ended = await db.transaction().execute((tx) => endSessions(tx))
  const digestEnded = await preventSecondDigest(restored, broken)
  const carried = broken === null ? null : await carryOver(restored, broken)
  const areLogsWhole = carried?.failures.every((failure) => !failure.startsWith(LOGS))
  const renamedLogs = areLogsWhole ? [] : await continueLogs(db, restored.config.secrets, clock.now())
  const lost = broken === null ? await perhapsLost(db, until, clock.now()) : await lostSince(broken.db, until)
  return { ended, digestEnded, carried, renamedLogs, lost }
}

async function preventSecondDigest({ db, clock }: Restored, broken: Broken | null): Promise<boolean> {
  const week = dueDigest(clock.now())
  if (week === null) return false
  // Without the broken database the week's mails may have been sent: none is better than two.
  if (broken !== null && !(await isDigestPlanned(broken.db, week.id))) return false
  await db.transaction().execute((tx) => endDigest(tx, week.id, clock.now()))
  return true
}

const LOGS = 'public logs'

/** Carries over what the broken database has and the backup lacks. A part that fails does not prevent the next. */
async function carryOver(restored: Restored, broken: Broken): Promise<Carried> {
  const failures: string[] = []
  const attempt = async <T>(name: string, work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      return otherwise
    }
  }
  const logs = await attempt(LOGS, () => carryLogs(restored.db, broken), { entries: 0, matches: [] })
  // After the logs: the salts of an ended account's ballots need their keys.
  const endedAccounts = await attempt('ended accounts', () => endAccounts(restored, broken.db), 0)
  const choices = await attempt('choices of messages', () => carryChoices(restored.db, broken.db), 0)
  const recorded = await attempt('records', () => rankedAgain(broken.db, logs.matches, restored.until), [])
  const acts = await attempt('operator’s journal', () => carryActs(restored, broken.db), [])
  return { entries: logs.entries, recorded, endedAccounts, choices, acts, failures }
}

/** Ends the accounts that the broken database no longer has. Returns how many. */
async function endAccounts(restored: Restored, broken: Db): Promise<number> {
  const ended: string[] = []
  let accounts = 0
  for (let ids = await accountsAfter(restored.db, null); ids.length > 0; ) {
    const present = await accountsAmong(broken, ids)
    ended.push(...ids.filter((id) => !present.has(id)))
    accounts += ids.length
    ids = await accountsAfter(restored.db, ids.at(-1) ?? null)
  }
  if (ended.length > 1 && ended.length > MAX_ENDED_SHARE * accounts) {
    throw new Error(`${ended.length} of ${accounts} accounts are missing: too many to have ended, none was ended`)
  }
  for (const id of ended) await restored.db.transaction().execute((tx) => deleteWithin(restored, tx, id))
  return ended.length
}

async function carryChoices(db: Database, broken: Db): Promise<number> {
  let changed = 0
  for (const table of CHOICE_TABLES) {
    for (let rows = await choicesAfter(broken, table, FIRST_ID); rows.length > 0; ) {
      const part = rows.map(({ row }) => row)
      changed += await db.transaction().execute((tx) => replaceChoices(tx, table, part))
      rows = await choicesAfter(broken, table, rows.at(-1)?.user_id ?? '')
    }
  }
  return changed
}

async function carryActs({ db, until }: Restored, broken: Db): Promise<Act[]> {
  const since = new Date(until.getTime() - CLOCKS_DIFFER_MS)
  const acts: Act[] = []
  for (let rows = await actsSince(broken, since, FIRST_ID); rows.length > 0; ) {
    const part = rows.map(({ row }) => row)
    const added = await db.transaction().execute((tx) => addActs(tx, part))
    acts.push(...rows.filter(({ id }) => added.has(id)))
    rows = await actsSince(broken, since, rows.at(-1)?.id ?? '')
  }
  return acts
}

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
