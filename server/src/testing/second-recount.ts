import { readFileSync } from 'node:fs'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { rebuildTally } from '../features/ballots/tally/queries.ts'
import { publishDueMatches } from '../features/results/rankings/service.ts'
import { startTestServer, type TestServer } from './app.ts'
import { type BuiltMatch, buildFans, buildMatch, type MatchSketch } from './builders.ts'
import { ORIGIN } from './constants.ts'
import { databaseForFile } from './for-file.ts'

/** A record, as far as the tests read or forge it. */
export interface PublicRecord {
  version: number
  match: number
  attempt: number
  coefficient: number
  counted: number
  set_aside: number
  source: string | null
  reason: string | null
  provisional: boolean
  reasons: Record<string, number>
  ballots: { hash: string; size: number; root: string } | null
  players: { id: number; name: string; rating: number | null; played: boolean | null }[]
  void: number[]
  tally: { id: number; firsts: number; seconds: number; thirds: number }[] | null
  ranking: { id: number; rank: number; score: number | null; points: number }[]
}
export interface Published {
  readonly body: string
  /** Null with fewer than 10 counted ballots. */
  readonly ballots: string | null
}

export const lines = (text: string) => text.trimEnd().split('\n')
export const ended = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
export const parse = (body: string) => JSON.parse(body) as PublicRecord

/** Podiums of letters, as players by their place in the lineup: `ABC`. */
export const podiums = ({ playerIds }: BuiltMatch, text: string) =>
  text.split(' ').map((podium) => [...podium].map((letter) => playerIds[letter.charCodeAt(0) - 65] ?? 0))
export const PLAIN = 'ABC BAC CAB ABD BAD DAB ABE EAB AFC FAB ABG GAB'
/** Network of the ballots that the operator sets aside. */
export const NETWORK = 5_150

/** The verifier in a database of its own, where none of the product's tables is read. */
function verifierForFile() {
  const verifier = databaseForFile()
  beforeAll(async () => {
    const client = new pg.Client(verifier.url)
    await client.connect()
    await client.query(readFileSync(new URL('second-recount.sql', import.meta.url), 'utf8'))
    await client.end()
  })

  /** The verifier's answer. */
  async function ask<T>(expression: RawBuilder<unknown>): Promise<T> {
    const { rows } = await sql<{ answer: T }>`SELECT ${expression} AS answer`.execute(verifier.db)
    const [row] = rows
    if (row === undefined) throw new Error('no answer')
    return row.answer
  }
  const problemsOf = ({ body, ballots }: Published) => ask<string[]>(sql`recount.check_record(${body}, ${ballots})`)
  const problemsOfLog = (entries: string, checkpoint: string) =>
    ask<string[]>(sql`recount.check_log(${entries}, ${checkpoint})`)

  /** Leaves of ballots, in the order of their lines. */
  const leavesOf = ({ match, attempt }: Pick<PublicRecord, 'match' | 'attempt'>, all: readonly string[]) =>
    sql`ARRAY(SELECT leaf FROM unnest(recount.ballots(${all}::text[], ${match}, ${attempt})) ORDER BY line)`
  const rootOf = (record: Pick<PublicRecord, 'match' | 'attempt'>, all: readonly string[]) =>
    ask<string>(sql`recount.hex(recount.root(${leavesOf(record, all)}))`)

  return { ask, problemsOf, problemsOfLog, leavesOf, rootOf }
}

/** A server that publishes results, and readers of what it publishes. */
function publisherForFile() {
  const parts = {} as { server: TestServer }
  beforeAll(async () => {
    parts.server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => parts.server.close())

  let reader = 0
  /** Reads from another network each time: one network may not read everything at once. */
  const get = (url: string, cookie?: string) => {
    reader += 1
    const remoteAddress = `${11 + (reader % 100)}.${Math.floor(reader / 100)}.0.1`
    const headers = cookie === undefined ? {} : { cookie }
    return parts.server.tribune.http.inject({ url, headers, remoteAddress, authority: new URL(ORIGIN).host })
  }
  async function textOf(path: string): Promise<string> {
    const answer = await get(path)
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer.body
  }

  async function withBallots(matchId: number, body: string): Promise<Published> {
    const { ballots } = parse(body)
    const path = `/api/audit/matches/${matchId}/ballots/${ballots?.hash}`
    return { body, ballots: ballots === null ? null : await textOf(path) }
  }
  const publicOf = async (id: number) => withBallots(id, await textOf(`/api/audit/matches/${id}`))

  async function logNow() {
    const season = /\/audit\/(\d+)\+/.exec(await textOf('/.well-known/tribune-audit-keys'))?.[1]
    const address = `/api/audit/log/${season}`
    let entries = ''
    for (let from = 0; ; from += 5) {
      const page = await textOf(`${address}/entries?from=${from}&limit=5`)
      if (page === '') break
      entries += page
    }
    return { address, entries, checkpoint: await textOf(`${address}/checkpoint`) }
  }

  const ago = (ms: number) => new Date(parts.server.clock.now().getTime() - ms)
  const build = (sketch: MatchSketch = {}) => {
    const course = { status: 'finished', finishedAt: ago(2 * HOUR_MS), kickoffAt: ago(4 * HOUR_MS) } as const
    return buildMatch(parts.server.app.db, { ...course, rating: 7, ...sketch })
  }

  /** Stores complete ballots, behind one network if given; of new fans unless given. */
  async function castAll(
    match: BuiltMatch,
    podiums: readonly (readonly number[])[],
    network?: number,
    fans?: string[],
  ) {
    const { db } = parts.server.app
    const ids = fans ?? (await buildFans(db, podiums.length))
    const rows = JSON.stringify(
      podiums.map(([first, second, third], index) => ({ fan: ids[index], first, second, third })),
    )
    await sql`
      INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, xp, created_at, updated_at, account_strength, account_hours,
        changes, network_hash)
      SELECT ballot_bucket(fan), fan, ${match.id}, first, second, third, 5, ${ago(3 * HOUR_MS)}, ${ago(3 * HOUR_MS)}, 2, 900, 0, ${network}::bigint
      FROM json_to_recordset(${rows}::json) AS r (fan uuid, first bigint, second bigint, third bigint)`.execute(db)
    await rebuildTally(db, match.id)
  }

  /** Stores ratings of the first players, and which of them did not play. */
  async function rate(
    { id, playerIds }: BuiltMatch,
    ratings: readonly (number | null)[],
    absent: readonly number[] = [],
  ) {
    for (const [index, rating] of ratings.entries()) {
      const minutes = absent.includes(index) ? { minutes_played: 0 } : {}
      const player = parts.server.app.db.updateTable('match_lineups').set({ rating, ...minutes })
      await player
        .where('match_id', '=', id)
        .where('player_id', '=', playerIds[index] ?? 0)
        .execute()
    }
  }

  /** A match in which each tie-break decides once; ratings would decide the other way. M did not play. */
  async function buildTied(): Promise<BuiltMatch> {
    const match = await build({ coefficient: 1.15 })
    await rate(match, [5, 9, 5, 9, 6, 10, 7, 7, null, 7, 7, 7, 7], [12])
    await castAll(match, podiums(match, 'EFM AEF FBE GHI HIG IGH JCB JCD JDK JKD JKD JKL MKB JML'))
    return match
  }

  async function write(): Promise<void> {
    await publishDueMatches(parts.server.app)
    await parts.server.app.recorder.write(parts.server.app.db)
  }

  return Object.assign(parts, {
    get,
    textOf,
    withBallots,
    publicOf,
    logNow,
    ago,
    build,
    castAll,
    rate,
    buildTied,
    write,
  })
}

/** The publisher and the verifier of a test file. Its server is there from the first `beforeAll` of the file on. */
export function secondRecountForFile() {
  return Object.assign(publisherForFile(), verifierForFile())
}
