import type { AccountsApp } from '@tribune/server/accounts/parts.ts'
import { ballotOf, saveBallots } from '@tribune/server/features/ballots/ledger/queries.ts'
import { readTally } from '@tribune/server/features/ballots/tally/queries.ts'
import { ballotsOf, countBallots, latestBallots, readEarned } from '@tribune/server/features/ballots/votes/queries.ts'
import { pacedMatches } from '@tribune/server/features/feed/ingestion/queries.ts'
import {
  homeRows,
  lineupOf,
  liveRows,
  publishedPoints,
  winnersSince,
} from '@tribune/server/features/matches/matches/queries.ts'
import { claimMessages } from '@tribune/server/features/messages/announcements/queries.ts'
import { readSituation } from '@tribune/server/features/operator/overview/service.ts'
import { completeHistory } from '@tribune/server/features/players/players/queries.ts'
import { matchesToPublish, openMatchesToRank } from '@tribune/server/features/results/rankings/queries.ts'
import { seasonPage } from '@tribune/server/features/season/season-ranking/queries.ts'
import { createTokenSigner } from '@tribune/server/http/signed-token.ts'
import pg from 'pg'
import { SECRET } from '../start-server.ts'

const DAY_MS = 86_400_000

/** A statement that the product sent. */
interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  ms: number
}

let recorded: Statement[] | null = null

/** Returns the statements that this process sends while work runs, each with its time. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  recorded = statements
  try {
    await work()
  } finally {
    recorded = null
  }
  return statements
}

/** Makes every connection of this process record its statements. */
export function recordStatements(): void {
  const { query } = pg.Client.prototype
  const recording = function (this: pg.Client, ...sent: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, sent)
    const [first, second] = sent
    const config = typeof first === 'object' ? (first as { text?: string; values?: unknown[] } | null) : null
    const text = config === null ? first : config.text
    if (recorded === null || typeof text !== 'string') return answer
    const values = config?.values ?? (Array.isArray(second) ? second : [])
    const statement = { text, values, ms: 0 }
    recorded.push(statement)
    // The time of a call with a callback is not measured.
    if (!(answer instanceof Promise)) return answer
    const begun = performance.now()
    return answer.finally(() => {
      statement.ms = performance.now() - begun
    })
  }
  pg.Client.prototype.query = recording as typeof query
}

interface WorkSubjects {
  readonly fanId: string
  readonly matchId: number
  readonly playerIds: readonly [number, number, number]
  readonly seasonId: number
  readonly season: { readonly start: Date; readonly end: Date; readonly hidden: null }
}

/** Returns the work of fans, phones and schedules that sends the most statements, each as the product's own function does it. */
export function frequentWork(app: AccountsApp, { fanId, matchId, playerIds, seasonId, season }: WorkSubjects) {
  const { db } = app
  const now = new Date()
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const [first, second, third] = playerIds
  const evidence = { accountStrength: 1, accountHours: 9, networks: [], device: null }
  const bearer = { authorization: `Bearer ${createTokenSigner(SECRET).sign(`bench-${fanId}`)}` }
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    'a ballot': () =>
      saveBallots(app.ballotPool, [{ fanId, matchId, first, second, third, evidence }], { xp: 5, clockOffsetMs: 0 }),
    'a session': async () => app.sessions.read(bearer),
    "a fan's ballot": () => ballotOf(db, fanId, matchId),
    "a fan's ballots": () => ballotsOf(db, fanId, {}, 50),
    "a fan's experience": () => readEarned(db, fanId),
    'home, three days': () => homeRows(db, { from: day(-1), to: day(2), order: 'asc' }),
    'home, a month back': () => homeRows(db, { from: day(-30), to: day(0), order: 'desc', isHistory: true }),
    'live matches': () => liveRows(db, [matchId, matchId + 1, matchId + 2]),
    'a lineup': () => lineupOf(db, matchId),
    'a result': () => publishedPoints(db, matchId),
    'winners of a month': () => winnersSince(db, day(-30)),
    'the season': () => seasonPage(db, { seasonId, limit: 50, offset: 0, search: '', before: '2026-01-01' }),
    'a search in the season': () =>
      seasonPage(db, { seasonId, limit: 50, offset: 0, search: 'compose 10', before: '2026-01-01' }),
    "a player's matches": () => completeHistory(db, { playerId: first, limit: 50, offset: 0, season }),
    'newest ballots': () => latestBallots(db, 20),
    'number of ballots': () => countBallots(db),
    'each 2 s: matches to rank': () => openMatchesToRank(db, 0, 50),
    'each 2 s: matches to publish': () => matchesToPublish(db, 0, 50),
    'each 2 s: a tally': () => readTally(db, matchId),
    'each 2 s: push messages': () => claimMessages(db, 0, 64, 1_000),
    'each 5 s: matches in play': () => pacedMatches(db, now),
    'each scrape: what needs the operator': () => readSituation(app, 0),
  }
  return work
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly Node[]
}

interface Explained {
  readonly ms: number
  /** Scans of tables and indexes; those that read most rows come first. */
  readonly scans: readonly string[]
}

/** Runs a statement again, rolls it back, and returns its time and plan. */
export async function explain(pool: pg.Pool, { text, values }: Statement): Promise<Explained> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...values],
    )
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    if (plan === undefined) throw new Error('No plan')
    const scans = scansOf(plan.Plan).sort((one, other) => other.read - one.read)
    return { ms: plan['Execution Time'], scans: scans.map(({ how, read }) => `${how} (${read})`) }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

function scansOf(node: Node): { how: string; read: number }[] {
  const table = node['Relation Name'] ?? node['Index Name']
  const loops = node['Actual Loops'] ?? 0
  const read = Math.round(((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * loops)
  const own =
    table === undefined || loops === 0 ? [] : [{ how: `${node['Node Type']} ${node['Index Name'] ?? table}`, read }]
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}
