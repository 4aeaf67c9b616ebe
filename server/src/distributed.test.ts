import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { sql } from 'kysely'
import { parse } from 'libpg-query'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as evidence from './features/ballots/evidence/queries.ts'
import * as ledger from './features/ballots/ledger/queries.ts'
import * as tally from './features/ballots/tally/queries.ts'
import * as votes from './features/ballots/votes/queries.ts'
import * as demo from './features/feed/demo-match/queries.ts'
import * as digest from './features/messages/digest/queries.ts'
import * as audit from './features/results/audit/queries.ts'
import * as integrity from './features/results/integrity/queries.ts'
import * as rankings from './features/results/rankings/queries.ts'
import * as season from './features/season/season-ranking/queries.ts'
import { bucketOf } from './infra/database/ballot-bucket.ts'
import { createDatabase, createPool, type Database } from './infra/database/pool.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

/** How the statements on ballots stand to a PostgreSQL that is distributed by bucket (docs/scale.md). */

const script = readFileSync(new URL('../../deploy/citus.sql', import.meta.url), 'utf8')
const tablesOf = (call: string) =>
  [...script.matchAll(new RegExp(`${call}\\('([^']+)'`, 'g'))].map(([, name = '']) => name.replaceAll('"', ''))
const DISTRIBUTED = tablesOf('create_distributed_table')
const REFERENCE = tablesOf('create_reference_table')
/** Views over distributed tables. */
const VIEWS = ['match_votes_expanded', 'user_profiles']
/** Functions that `DO UPDATE` and `UPDATE` may call: all are immutable with these arguments. */
const IMMUTABLE = ['timezone', 'sha256', 'int8send', 'substr', 'encode', 'md5']

let database: TestDatabase
let pool: pg.Pool
let db: Database
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  pool = createPool(database.url, () => {})
  db = createDatabase(pool)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const FAN = randomUUID()
const MATCH = 7
const WEEK = {
  id: '1970-01',
  start: new Date(0),
  end: new Date(1),
  at: new Date(1),
  expires: new Date(1),
  until: new Date(1),
}
const BALLOT = {
  fanId: FAN,
  matchId: MATCH,
  first: 1,
  second: 2,
  third: 3,
  base: null,
  evidence: { accountStrength: 1, accountHours: 1, networks: [], device: null },
} as unknown as ledger.BallotToSave

/** One bucket, so one node: calls whose statements are checked. */
const ROUTER: Readonly<Record<string, () => Promise<unknown>>> = {
  'ballots/ledger SAVE_BALLOTS moveTallies readObstacles': async () => {
    const [outcome] = await ledger.saveBallots(pool, [BALLOT], { xp: 5, clockOffsetMs: 0 })
    if (outcome?.saved === false) await outcome.look()
  },
  'ballots/ledger withdrawBallots': () => ledger.withdrawBallots(db, FAN, [MATCH]),
  'ballots/ledger ballotOf': () => ledger.ballotOf(db, FAN, MATCH),
  'ballots/votes ballotsOf': () => votes.ballotsOf(db, FAN, {}, 10),
  'ballots/votes readEarned': () => votes.readEarned(db, FAN),
  'ballots/votes xpOfMatch': () => votes.xpOfMatch(db, FAN, MATCH),
  'ballots/votes asidesOf': () => votes.asidesOf(db, FAN, MATCH),
  'ballots/evidence evidenceOf': () => evidence.evidenceOf(db, FAN),
  'ballots/evidence disownBallots': () => evidence.disownBallots(db, FAN, Buffer.alloc(32)),
  'messages/digest ownWeekOf': () => digest.ownWeekOf(db, FAN, WEEK),
  'results/audit ownBallot': () => audit.ownBallot(db, FAN, MATCH),
  'results/audit publishedBallots': () => audit.publishedBallots(db, FAN),
  'season/season-ranking podiumPlayersOf': () => season.podiumPlayersOf(db, FAN, WEEK, 10),
}

/** Reads of all buckets, which the nodes answer together: calls whose statements are checked for joins and correlation. */
const SUMMED: Readonly<Record<string, () => Promise<unknown>>> = {
  'ballots/ledger lockUnendedVotes': () => ledger.lockUnendedVotes(db, 0),
  'ballots/tally readTally': () => tally.readTally(db, MATCH),
  'ballots/tally foldBacklog': () => tally.foldBacklog(db, MATCH),
  'ballots/tally isTallyForgotten': () => tally.isTallyForgotten(db, MATCH),
  'ballots/votes countBallots': () => votes.countBallots(db),
  'ballots/votes expandedVotes': () => votes.expandedVotes(db, MATCH, 10, 0),
  'feed/demo-match countDemoBallots': () => demo.countDemoBallots(db),
  'results/audit asideReasons': () => audit.asideReasons(db, MATCH),
  'results/integrity ballotsVersion': () => integrity.ballotsVersion(db, MATCH),
  'results/integrity distinctPodiums': () => integrity.distinctPodiums(db, MATCH, 'counted'),
  'results/rankings isDue': () => rankings.isDue(db, DEMO_MATCH_ID, 0, 1),
  'results/rankings openMatchesToRank': () => rankings.openMatchesToRank(db, 0, 10),
  'results/rankings isReady': () => rankings.matchesToPublish(db, 0, 10, { which: 'ready' }),
}

/** Changes of a match's ballots in all buckets, under the lock of the match, and nightly work. */
const SWEPT: Readonly<Record<string, string>> = {
  'ballots/evidence endEvidence endPart': 'nightly: limits rows over all buckets, and draws random owners',
  'ballots/tally addPairs foldSome foldAll': 'folds the oldest moves of all buckets into bucket 0',
  'ballots/tally forgetTallies': 'nightly: tallies of matches whose evidence has ended',
  'ballots/tally recount': 'counts a match again after a change by hand or by the rule',
  'common/attempts endAttempt': 'moves the ballots of a replay',
  'feed/demo-match deleteDemoBallots': 'deletes those of the demo match',
  'players/lineups mergePicks settlePicks': 'merges players',
  'players/player-merges restorePicks': 'takes a merge back',
  'results/audit storeSalts': 'once after publication, by bucket and fan',
  'results/integrity markRuleBallots': 'sets a group aside',
  'results/suspicion markBallots unmarkBallots': 'sets a group aside by hand, or has it count again',
}

/** Reads that correlate, fetch by cursor or join local tables: two steps each before ballots are distributed. */
const SPLIT: Readonly<Record<string, string>> = {
  'ballots/votes latestBallots': 'operator: lateral join',
  'fans/accounts forgetEnded': 'nightly: accounts without a ballot',
  'feed/demo-match demoMatchRow': 'operator: correlated count',
  'messages/announcements audienceOf claimMessages': 'joins the tables of push messages',
  'operator/overview listMatches': 'operator: correlated sum',
  'operator/recovery lostSince matchesWithBallots newestWrite': 'a restore, on the operator’s machine',
  'operator/reporting readTotals ballotsByHour matchDays votersByWeek reportedMatches': 'operator: statistics',
  'players/player-merges matchesOf reachOf': 'operator: joins lineups and points',
  'results/audit completeBallots': 'cursor, correlated with accounts',
  'results/integrity ballotsToJudge': 'cursor, lateral join within the bucket',
  'results/suspicion counted ballotMatches': 'operator: groups of a match, correlated sums',
}

const named = (kind: object) =>
  Object.keys(kind).flatMap((key) => {
    const [feature = '', ...names] = key.split(' ')
    return names.map((name) => `${feature} ${name}`)
  })

const TABLES = [...DISTRIBUTED, ...VIEWS]
const [ANY, UNAMBIGUOUS] = [TABLES.join('|'), TABLES.filter((name) => name !== 'votes').join('|')]
const MENTION = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(?:${ANY})\\b|(?:From|Into|Table|Join)\\(['"](?:${ANY})\\b|'(?:${UNAMBIGUOUS})'`,
  'g',
)
const DECLARED = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/gm

/** Functions and constants of features that speak of these tables, as `wing/feature name`. */
function mentions(): string[] {
  const features = new URL('features/', import.meta.url).pathname
  const found = globSync('*/*/*.ts', { cwd: features }).flatMap((file) => {
    if (file.endsWith('.test.ts')) return []
    const source = readFileSync(features + file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    const nameAt = (index: number) => [...source.slice(0, index).matchAll(DECLARED)].at(-1)?.[1]
    return [...source.matchAll(MENTION)].map(({ index }) => `${file.split('/', 2).join('/')} ${nameAt(index)}`)
  })
  return [...new Set(found)].sort()
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every part of a tree with a name, the part itself first; those of sub-queries left out on demand. */
function all(name: string, tree: unknown, depth: 'own' | 'deep' = 'deep'): Node[] {
  if (!isNode(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name && isNode(value) ? [value] : []),
    ...(depth === 'own' && key === 'SelectStmt' ? [] : all(name, value, depth)),
  ])
}

const textsIn = (tree: unknown) => all('String', tree).map(({ sval }) => String(sval))
const tableOf = ({ schemaname, relname }: Node) =>
  schemaname === undefined ? String(relname) : `${schemaname}.${relname}`
const isDistributed = (range: Node) => TABLES.includes(tableOf(range))

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Statements on these tables that a call sends. */
async function sentBy(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const sent = query.mock.calls.map(([first, second]: unknown[]) => {
    const { text, values = [] } = (typeof first === 'string' ? { text: first, values: second } : first) as Statement
    return { text, values: values ?? [] }
  })
  query.mockRestore()
  return sent.filter(({ text }) => new RegExp(`\\b(?:${ANY})\\b`).test(text))
}

/** Tables of a statement that are neither distributed nor whole on every node. */
function localTables(tree: unknown): string[] {
  const ours = new Set([...TABLES, ...REFERENCE, ...all('CommonTableExpr', tree).map(({ ctename }) => ctename)])
  const named = [...all('fromClause', tree), ...all('usingClause', tree)].flatMap((clause) => all('RangeVar', clause))
  return [...named, ...all('relation', tree)].map(tableOf).filter((table) => !ours.has(table))
}

/** Comparisons of a bucket with a value. */
const bucketsIn = (conditions: unknown) =>
  all('A_Expr', conditions, 'own').filter(
    ({ lexpr, rexpr }) => textsIn(lexpr).at(-1) === 'bucket' && all('ColumnRef', rexpr).length === 0,
  )

/** Returns the values that a statement inserts as buckets of ballots, undefined for anything else. */
const insertedBuckets = (tree: unknown) =>
  all('InsertStmt', tree)
    .filter(({ relation }) => isDistributed(relation as Node))
    .map(({ cols, selectStmt }) => {
      const place = all('ResTarget', cols).findIndex(({ name }) => name === 'bucket')
      const [select] = all('SelectStmt', { selectStmt })
      const value = Object.values((select?.targetList as object | undefined) ?? {})[place]
      return all('ColumnRef', value).length === 0 ? value : undefined
    })

const SCOPES = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'larg', 'rarg']

/** Buckets that a statement names, and how many of its places with ballots name none. */
function bucketsOf(tree: unknown, { values }: Statement) {
  const scopes = SCOPES.flatMap((kind) => all(kind, tree)).map(
    ({ fromClause, usingClause, relation, whereClause }) => ({
      tables: [...all('RangeVar', { fromClause, usingClause }, 'own'), ...(isNode(relation) ? [relation] : [])].filter(
        isDistributed,
      ),
      buckets: bucketsIn({ fromClause, whereClause }),
    }),
  )
  const inserted = insertedBuckets(tree)
  const missing =
    scopes.filter(({ tables, buckets }) => tables.length > buckets.length).length +
    inserted.filter((one) => one === undefined).length
  const given = [...scopes.flatMap(({ buckets }) => buckets.map(({ rexpr }) => rexpr)), ...inserted]
  const numbers = given.flatMap((part) => [
    ...all('ParamRef', { part }).map(({ number }) => Number(values[Number(number) - 1])),
    ...all('A_Const', { part }).map(({ ival }) => Number((ival as Node | undefined)?.ival ?? 0)),
  ])
  return { missing, numbers: [...new Set(numbers)] }
}

/** Sub-queries on ballots that name a table outside of them. */
function correlated(tree: unknown): string[] {
  return all('SubLink', tree)
    .filter((link) => all('RangeVar', link).some(isDistributed))
    .flatMap(({ subselect: link }) => {
      const inside = new Set([
        ...all('RangeVar', link).flatMap((range) => [
          tableOf(range),
          String((range.alias as Node | undefined)?.aliasname),
        ]),
        ...all('Alias', link).map(({ aliasname }) => String(aliasname)),
        ...all('alias', link).map(({ aliasname }) => String(aliasname)),
      ])
      const owners = all('ColumnRef', link).map(({ fields }) => textsIn(fields))
      return owners
        .filter(([owner = '', column]) => column !== undefined && !inside.has(owner))
        .map((path) => path.join('.'))
    })
}

/** Functions that a change of rows calls, those of its sub-queries left out. */
function calledInChanges(tree: unknown): string[] {
  const changes = [...all('onConflictClause', tree), ...all('UpdateStmt', tree)]
  return changes
    .flatMap(({ targetList }) => all('FuncCall', targetList))
    .map(({ funcname }) => textsIn(funcname).at(-1) ?? '')
    .filter((name) => !IMMUTABLE.includes(name))
}

const treeOf = async ({ text }: Statement) => ({ ...(await parse(text)) })

test('every statement on ballots has a kind, and every kind has statements', () => {
  expect(mentions()).toEqual([ROUTER, SUMMED, SWEPT, SPLIT].flatMap(named).sort())
})

describe('a statement of one bucket', () => {
  test.each(Object.entries(ROUTER))(
    '%s names it, joins no local table and calls no volatile function',
    async (_name, work) => {
      const sent = await sentBy(work)
      expect(sent).not.toEqual([])
      for (const statement of sent) {
        const tree = await treeOf(statement)
        const { missing, numbers } = bucketsOf(tree, statement)
        expect([localTables(tree), calledInChanges(tree), missing, numbers]).toEqual([[], [], 0, [bucketOf(FAN)]])
      }
    },
  )
})

describe('a read of all buckets', () => {
  test.each(Object.entries(SUMMED))('%s joins no local table and correlates none with ballots', async (_name, work) => {
    const sent = await sentBy(work)
    expect(sent).not.toEqual([])
    for (const statement of sent) {
      const tree = await treeOf(statement)
      expect([localTables(tree), correlated(tree)]).toEqual([[], []])
    }
  })
})

describe('the tables', () => {
  test('have the bucket in each unique key', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = ANY (${DISTRIBUTED}::regclass[]) AND i.indisunique AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'bucket' AND a.attnum = ANY (i.indkey))`.execute(
      db,
    )
    expect(rows).toEqual([])
  })

  test('have no trigger but those that deploy/citus.sql drops', async () => {
    const tables = [...DISTRIBUTED, ...REFERENCE.map((name) => name.replace('auth.user', 'auth."user"'))]
    const { rows } = await sql<{ name: string }>`
      SELECT t.tgname AS name FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid = ANY (${tables}::regclass[]) ORDER BY 1`.execute(
      db,
    )
    const dropped = [...script.matchAll(/DROP TRIGGER (\w+)/g)].map(([, name]) => name)
    expect(rows.map(({ name }) => name)).toEqual(dropped.sort())
  })
})
