import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type BuiltMatch, buildFans, buildMatch, type MatchSketch } from '../../../testing/builders.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { databaseForFile } from '../../../testing/for-file.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { rebuildTally } from '../../ballots/tally/queries.ts'
import { publishDueMatches, rankAndNotify } from '../rankings/service.ts'

/** Where the verifier works: none of the product's tables is read. */
const verifier = databaseForFile()
const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
let server: TestServer
let admin: SignedIn

/** A record, as far as the tests read or forge it. */
interface PublicRecord {
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
interface Published {
  readonly body: string
  /** Null with fewer than 10 counted ballots. */
  readonly ballots: string | null
}

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
const lines = (text: string) => text.trimEnd().split('\n')
const ended = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
/** Leaves of ballots, in the order of their lines. */
const leavesOf = ({ match, attempt }: Pick<PublicRecord, 'match' | 'attempt'>, all: readonly string[]) =>
  sql`ARRAY(SELECT leaf FROM unnest(recount.ballots(${all}::text[], ${match}, ${attempt})) ORDER BY line)`
const rootOf = (record: Pick<PublicRecord, 'match' | 'attempt'>, all: readonly string[]) =>
  ask<string>(sql`recount.hex(recount.root(${leavesOf(record, all)}))`)

let reader = 0
/** Reads from another network each time: one network may not read everything at once. */
const get = (url: string, cookie?: string) => {
  reader += 1
  const remoteAddress = `${11 + (reader % 100)}.${Math.floor(reader / 100)}.0.1`
  const headers = cookie === undefined ? {} : { cookie }
  return server.tribune.http.inject({ url, headers, remoteAddress, authority: new URL(ORIGIN).host })
}
async function textOf(path: string): Promise<string> {
  const answer = await get(path)
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
  return answer.body
}
const parse = (body: string) => JSON.parse(body) as PublicRecord
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

const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)
const build = (sketch: MatchSketch = {}) => {
  const course = { status: 'finished', finishedAt: ago(2 * HOUR_MS), kickoffAt: ago(4 * HOUR_MS) } as const
  return buildMatch(server.app.db, { ...course, rating: 7, ...sketch })
}

/** Stores complete ballots, behind one network if given; of new fans unless given. */
async function castAll(match: BuiltMatch, podiums: readonly (readonly number[])[], network?: number, fans?: string[]) {
  const { db } = server.app
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

/** Podiums of letters, as players by their place in the lineup: `ABC`. */
const podiums = ({ playerIds }: BuiltMatch, text: string) =>
  text.split(' ').map((podium) => [...podium].map((letter) => playerIds[letter.charCodeAt(0) - 65] ?? 0))
const PLAIN = 'ABC BAC CAB ABD BAD DAB ABE EAB AFC FAB ABG GAB'
/** Network of the ballots that the operator sets aside. */
const NETWORK = 5_150

/** Stores ratings of the first players, and which of them did not play. */
async function rate(
  { id, playerIds }: BuiltMatch,
  ratings: readonly (number | null)[],
  absent: readonly number[] = [],
) {
  for (const [index, rating] of ratings.entries()) {
    const minutes = absent.includes(index) ? { minutes_played: 0 } : {}
    const player = server.app.db.updateTable('match_lineups').set({ rating, ...minutes })
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

let seed = 20_260_814
/** An integer below `below`, the same ones in each run. */
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}
const threeOf = (ids: readonly number[]) => {
  const left = [...ids]
  return [0, 1, 2].map(() => left.splice(random(left.length), 1)[0] ?? 0)
}

async function write(): Promise<void> {
  await publishDueMatches(server.app)
  await server.app.recorder.write(server.app.db)
}
const act = (path: string, body: object) => call(server, 'POST', path, { cookie: admin.cookie, body })
const setAside = async ({ id }: BuiltMatch, ballots: number) => {
  const body = { match_id: id, dimension: 'network', key: String(NETWORK), ballots, reason: 'One network' }
  expect((await act('/api/functions/set-ballots-aside', body)).statusCode).toBe(200)
}
const merge = async (alias: number | undefined, player: number | undefined) => {
  const body = { alias_id: alias, player_id: player, reason: 'One person' }
  expect((await act('/api/rpc/merge_players', body)).statusCode).toBe(200)
}

beforeAll(async () => {
  const client = new pg.Client(verifier.url)
  await client.connect()
  await client.query(file('../../../testing/second-recount.sql'))
  await client.query(file('../../../testing/second-recount-checks.sql'))
  await client.end()
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())

describe('the vectors of docs/audit.md', () => {
  const text = file('../../../../../docs/audit.md')
  const vectors = text.slice(text.indexOf('## Vectors'))
  const [ballots = '', log = ''] = [...vectors.matchAll(/```.*\n([^`]+)```/g)].map(([, block]) => block)
  const named = (name: string) => new RegExp(`${name}.*\`([0-9a-f]+)\``).exec(vectors)?.[1]

  test('have the salt, bytes, leaf and root of the ballots', async () => {
    const [first = ''] = lines(ballots)
    const account = '01900000-0000-7000-8000-000000000001'
    const salt = await ask(sql`recount.hex(recount.salt(1, ${account}, decode(repeat('01', 32), 'hex')))`)
    expect(salt).toBe(JSON.parse(first).salt)
    const bytes = sql`recount.ballot_bytes(1, 1, decode(${salt}, 'hex'), 11, 7, -4, 'counted')`
    expect(await ask(sql`recount.hex(${bytes})`)).toBe(named('Its bytes'))
    expect(await ask(sql`recount.hex(recount.leaf(${bytes}))`)).toBe(named('Its leaf'))
    expect(await rootOf({ match: 1, attempt: 1 }, lines(ballots))).toBe(named('Root'))
  })

  test('have the leaf, checkpoint and key of the log', async () => {
    const [entry = '', leaf, key = '', ...note] = log.split('\n')
    const checkpoint = note.join('\n')
    expect(await ask(sql`recount.hex(recount.leaf(recount.utf8(${entry})))`)).toBe(leaf)
    expect(await problemsOfLog(`${entry}\n`, checkpoint)).toEqual([])
    const [, id, base64 = ''] = key.split('+')
    expect(await ask(sql`recount.key_id(${key})`)).toBe(id)
    const [head, signatures = ''] = checkpoint.split('\n\n')
    const signature = Buffer.from(signatures.trimEnd().slice(signatures.lastIndexOf(' ') + 1), 'base64')
    expect(signature.subarray(0, 4).toString('hex')).toBe(id)
    const publicKey = Buffer.from(key.slice(key.indexOf(base64)), 'base64').subarray(1)
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey])
    const ed25519 = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verifySignature(null, Buffer.from(`${head}\n`), ed25519, signature.subarray(4))).toBe(true)
  })
})

describe('records of published matches', () => {
  const matches = {} as Record<
    'tied' | 'farm' | 'few' | 'unrated' | 'absent' | 'merged' | 'mergedLater' | 'operated',
    BuiltMatch
  >

  beforeAll(async () => {
    const { db } = server.app
    matches.tied = await buildTied()
    matches.farm = await build()
    await stuffMatch(db, matches.farm, { honest: 60, script: 40, at: ago(3 * HOUR_MS) })
    matches.few = await build({ names: ['Zoë « L’ailier » "Z" \\ \n'] })
    await rate(matches.few, [6.5, 7.5, 7.5, null, 9.1], [4])
    await castAll(matches.few, podiums(matches.few, 'ABC BAC CAB'))
    matches.unrated = await build({ rating: null })
    matches.absent = await build({ minutes: 0 })
    await castAll(matches.absent, podiums(matches.absent, PLAIN))
    for (const kind of ['merged', 'mergedLater'] as const) {
      matches[kind] = await build()
      await castAll(matches[kind], podiums(matches[kind], `${PLAIN} AHC HAC CHA CAH HBC BCH`))
      await castAll(matches[kind], podiums(matches[kind], 'HIA AIH IHA'), NETWORK)
    }
    await merge(matches.merged.playerIds[7], matches.merged.playerIds[0])
    matches.operated = await build()
    await castAll(matches.operated, podiums(matches.operated, 'ABC BAC CAB ABD BAD DAB ABE EAB'))
    await castAll(matches.operated, podiums(matches.operated, 'DEF EFD FDE'), NETWORK)
    await write()
    await setAside(matches.mergedLater, 3)
    await write()
    await merge(matches.mergedLater.playerIds[7], matches.mergedLater.playerIds[0])
    await rankAndNotify(server.app, matches.mergedLater.id)
    await setAside(matches.operated, 3)
    const { items } = (await get(`/api/ballots_aside?match_id=${matches.operated.id}`, admin.cookie)).json()
    await write()
    expect((await act('/api/functions/take-ballots-back', { id: items[0].id })).statusCode).toBe(200)
    await write()
  })

  test('have no problem with votes, ratings or nothing to rank by', async () => {
    const problems: Record<string, string[]> = {}
    const found: Record<string, unknown[]> = {}
    for (const [kind, { id }] of Object.entries(matches)) {
      const published = await publicOf(id)
      problems[kind] = await problemsOf(published)
      const { source, counted, set_aside, void: ids } = parse(published.body)
      found[kind] = [source, counted, set_aside, ids.length]
    }
    expect(found).toEqual({
      tied: ['votes', 14, 0, 0],
      farm: ['votes', 60, 40, 0],
      few: ['ratings_fallback', 3, 0, 0],
      unrated: [null, 0, 0, 0],
      absent: ['votes', 12, 0, 0],
      merged: ['votes', 21, 0, 1],
      mergedLater: ['votes', 18, 3, 1],
      operated: ['votes', 11, 0, 0],
    })
    expect(problems).toEqual(Object.fromEntries(Object.keys(matches).map((kind) => [kind, []])))
  })

  test('break ties by score, firsts, seconds, duels and rating', async () => {
    const { body } = await publicOf(matches.tied.id)
    const letters = parse(body).ranking.map(({ id, rank, points }) => [
      String.fromCharCode(65 + matches.tied.playerIds.indexOf(id)),
      rank,
      points,
    ])
    // A and B have 5 points, C and D 6, E to I 9 in the same places; each of those beats one other, but F only M.
    expect(letters).toEqual([
      ['J', 1, 115],
      ['K', 2, 92],
      ['G', 3, 81],
      ['H', 3, 81],
      ['E', 5, 58],
      ['I', 6, 46],
      ['F', 7, 35],
      ['C', 8, 23],
      ['D', 9, 17],
      ['A', 10, 12],
      ['B', 11, 0],
      ['L', 12, 0],
    ])
  })

  test('have no problem with random ballots, ratings and coefficients', async () => {
    const built: BuiltMatch[] = []
    for (const coefficient of [1, 1.15, 0.35, 1.01, 4.35, 0.07, 2.5, 10.15]) {
      const match = await build({ players: 5, coefficient })
      await rate(
        match,
        match.playerIds.map(() => [null, 6, 7, 7][random(4)] ?? null),
        random(2) === 0 ? [random(5)] : [],
      )
      const count = 10 + random(4)
      await castAll(
        match,
        Array.from({ length: count }, () => threeOf(match.playerIds)),
      )
      built.push(match)
    }
    await write()
    for (const { id } of built) {
      const published = await publicOf(id)
      expect([published.body, await problemsOf(published)]).toEqual([published.body, []])
    }
  })

  test('are what the log says, former ones too', async () => {
    const { entries, checkpoint } = await logNow()
    expect(await problemsOfLog(entries, checkpoint)).toEqual([])
    const changes = new Set<string>()
    for (const entry of lines(entries)) {
      const { match, record, change } = JSON.parse(entry)
      changes.add(change)
      const published = await withBallots(match, await textOf(`/api/audit/records/${record}`))
      expect(await ask(sql`recount.check_entry(${entry}, ${published.body})`)).toEqual([])
      expect([entry, await problemsOf(published)]).toEqual([entry, []])
    }
    expect([...changes].sort()).toEqual(['published', 'recalculated', 'set_aside', 'taken_back'])
    const { body } = await publicOf(matches.mergedLater.id)
    const newest = sql`recount.newest_entry(${entries}, ${matches.mergedLater.id})`
    expect(await ask(sql`recount.check_entry(${newest}, ${body})`)).toEqual([])
  })
})

describe('proofs', () => {
  test('are those of RFC 9162', async () => {
    const { address, entries } = await logNow()
    const all = lines(entries)
    const proofs = async (path: string) => (await get(`${address}/${path}`)).json().hashes
    const expected = (name: string, index: number, size: number) => {
      const leaves = sql`ARRAY(SELECT recount.leaf(recount.utf8(line)) FROM unnest(${all.slice(0, size)}::text[]) AS line)`
      const hashes = sql`unnest(${sql.raw(`recount.${name}`)}(${index}, ${leaves})) AS hash`
      return ask(sql`ARRAY(SELECT recount.hex(hash) FROM ${hashes})`)
    }
    expect(all.length).toBeGreaterThan(8)
    for (const size of [1, 2, 3, 7, 8, all.length])
      for (let index = 0; index < size; index += 1) {
        expect(await proofs(`inclusion?index=${index}&size=${size}`)).toEqual(await expected('inclusion', index, size))
        const known = index + 1
        expect(await proofs(`consistency?from=${known}&to=${size}`)).toEqual(await expected('consistency', known, size))
      }
  })

  test('of a fan name the salt, leaf and place of their ballot', async () => {
    const fan = await signInOne(server)
    const match = await build()
    await castAll(match, podiums(match, PLAIN))
    await castAll(match, podiums(match, 'DCB'), undefined, [fan.id])
    await write()
    const { body, ballots } = await publicOf(match.id)
    const all = lines(ballots ?? '')
    const proof = (await get(`/api/audit/matches/${match.id}/mine`, fan.cookie)).json()
    const salt = await ask(sql`recount.hex(recount.salt(${match.id}, ${proof.account}, decode(${proof.r}, 'hex')))`)
    expect(all[proof.index]).toBe(JSON.stringify({ salt, ...proof.ballot }))
    const hashes = sql`unnest(recount.inclusion(${proof.index}, ${leavesOf(parse(body), all)})) AS hash`
    expect(proof.hashes).toEqual(await ask(sql`ARRAY(SELECT recount.hex(hash) FROM ${hashes})`))
  })
})

describe('a forged record', () => {
  let ids: readonly number[]
  let tied: Published
  let few: Published
  beforeAll(async () => {
    const match = await buildTied()
    ids = match.playerIds
    const fewer = await build()
    await castAll(fewer, podiums(fewer, 'ABC BAC CAB'))
    await write()
    tied = await publicOf(match.id)
    few = await publicOf(fewer.id)
  })

  type Forge = (record: PublicRecord, all: string[]) => unknown
  /** Problems of a record and ballots that were changed. */
  function forged(forge: Forge, { body, ballots } = tied): Promise<string[]> {
    const record = parse(body)
    const all = lines(ballots ?? '')
    forge(record, all)
    return problemsOf({ body: JSON.stringify(record), ballots: ballots === null ? null : ended(all) })
  }
  /** The same with the hash, size and root of the changed ballots. */
  async function sealed(forge: Forge): Promise<string[]> {
    const record = parse(tied.body)
    const all = lines(some(tied.ballots))
    forge(record, all)
    const hash = await ask<string>(sql`recount.hex(sha256(recount.utf8(${ended(all)})))`)
    record.ballots = { hash, size: all.length, root: await rootOf(record, all) }
    return problemsOf({ body: JSON.stringify(record), ballots: ended(all) })
  }
  const some = <T>(value: T | null | undefined): T => {
    if (value === null || value === undefined) throw new Error('nothing to forge')
    return value
  }
  const swap = (all: readonly unknown[] | null, at: number) =>
    (all as unknown[]).splice(at, 2, all?.[at + 1], all?.[at])
  const edit = (all: string[], at: number, change: (line: string) => string) => all.splice(at, 1, change(some(all[at])))
  const player = ({ players }: PublicRecord, index: number) => some(players.find(({ id }) => id === ids[index]))
  const set = (object: object | null | undefined, values: object) => Object.assign(some(object), values)
  const ZEROS = '0'.repeat(64)

  test('is found by one byte of a line', async () => {
    const other = (salt: string) => `${salt.slice(0, -1)}${salt.endsWith('0') ? 1 : 0}`
    const problems = await forged((_, all) => edit(all, 3, (line) => line.replace(/"salt":"./, other)))
    expect(problems).toEqual(expect.arrayContaining(['ballots: hash', 'ballots: root']))
  })

  test('is found by a line that is removed', async () => {
    const problems = await forged((_, all) => all.pop())
    expect(problems).toEqual(expect.arrayContaining(['ballots: hash', 'ballots: size', 'ballots: root']))
    const counted = await sealed((_, all) => all.pop())
    expect(counted).toEqual(['record: counted', 'record: tally', 'record: ranking'])
  })

  const FORGERIES: [string, string, Forge][] = [
    ['another hash', 'ballots: hash', ({ ballots }) => set(ballots, { hash: ZEROS })],
    ['another root', 'ballots: root', ({ ballots }) => set(ballots, { root: ZEROS })],
    ['another size', 'ballots: size', ({ ballots }) => set(ballots, { size: 13 })],
    ['one more field of the ballots', 'record: ballots', ({ ballots }) => set(ballots, { more: 1 })],
    ['one more ballot set aside', 'record: set_aside', (record) => set(record, { set_aside: 1 })],
    ['one more ballot counted', 'record: counted', (record) => set(record, { counted: 15 })],
    ['one more first place', 'record: tally', ({ tally }) => set(tally?.[0], { firsts: 2 })],
    ['a tally in another order', 'record: tally', ({ tally }) => swap(tally, 0)],
    ['players who change places', 'record: ranking', ({ ranking }) => swap(ranking, 0)],
    ['tied players in another order', 'record: ranking', ({ ranking }) => swap(ranking, 2)],
    ['another rank', 'record: ranking', ({ ranking }) => set(ranking[3], { rank: 4 })],
    ['another score', 'record: ranking', ({ ranking }) => set(ranking[3], { score: 8 })],
    ['points rounded down', 'record: ranking', ({ ranking }) => set(ranking[4], { points: 57 })],
    ['another coefficient', 'record: ranking', (record) => set(record, { coefficient: 1.16 })],
    ['a player who did not play', 'record: ranking', (record) => set(player(record, 0), { played: false })],
    ['another rating', 'record: ranking', (record) => set(player(record, 6), { rating: 5.5 })],
    ['a player who is there twice', 'record: players', ({ players }) => players.push(some(players[0]))],
    ['one more field of a player', 'record: players', ({ players }) => set(players[0], { more: 1 })],
    ['another source', 'record: source', (record) => set(record, { source: 'ratings_fallback' })],
    ['a reason against votes', 'record: source', (record) => set(record, { reason: 'no_ratings' })],
    ['more reasons than ballots', 'record: reasons', (record) => set(record, { reasons: { network: 3 } })],
    ['reasons in another order', 'record: reasons', (record) => set(record, { set_aside: 6, reasons: { z: 3, a: 3 } })],
    [
      'a reason with few ballots',
      'record: reasons',
      (record) => set(record, { set_aside: 2, reasons: { network: 2 } }),
    ],
    ['another version', 'record: version', (record) => set(record, { version: 2 })],
    ['neither a final nor a provisional result', 'record: provisional', (record) => set(record, { provisional: null })],
    ['one more field', 'record: fields', (record) => set(record, { more: 1 })],
  ]
  test.each(FORGERIES)('is found by %s', async (_, problem, forge) => expect(await forged(forge)).toEqual([problem]))

  test('is found by lines that are not sorted, or twice there', async () => {
    expect(await sealed((_, all) => swap(all, 0))).toEqual(['ballots: order at line 2'])
    expect(await sealed((_, all) => all.unshift(some(all[0])))).toContain('ballots: order at line 2')
  })

  test('is found by a line of another form, or with a player twice', async () => {
    const spaced = await sealed((_, all) => edit(all, 0, (line) => line.replace(',', ', ')))
    expect(spaced).toContain('ballots: line 1')
    const same = await sealed((_, all) => edit(all, 0, (line) => line.replace(/(\d+),"second":\d+/, '$1,"second":$1')))
    expect(same).toContain('ballots: line 1')
    expect(await problemsOf({ ...tied, ballots: some(tied.ballots).trimEnd() })).toEqual(['ballots: no lines'])
  })

  test('is found by a status', async () => {
    const problems = await sealed((_, all) => edit(all, 0, (line) => line.replace('counted', 'set_aside')))
    expect(problems).toEqual(expect.arrayContaining(['record: counted', 'record: set_aside', 'record: tally']))
  })

  test('is found by a void id that is first on a ballot, below different players, or on no ballot', async () => {
    const voided = async (index: number) => {
      const id = some(ids[index])
      return [`record: void ${id}`, await forged((record) => record.void.push(id))] as const
    }
    const [[first, firsts], [below, belows], [none, nones]] = [await voided(0), await voided(1), await voided(13)]
    expect(firsts).toContain(first)
    expect(belows).toContain(below)
    expect(nones).toEqual([none])
  })

  test('is found by its form', async () => {
    const { body } = tied
    expect(await problemsOf({ ...tied, body: body.replace(',', ', ') })).toEqual(['record: space'])
    expect(await problemsOf({ ...tied, body: body.slice(1) })).toEqual(['record: no JSON'])
    expect(await problemsOf({ ...tied, body: '[]' })).toEqual(['record: no JSON'])
    const invalid = [expect.stringMatching(/^record: invalid input syntax/)]
    expect(await problemsOf({ ...tied, body: body.replace('"attempt":1', '"attempt":"x"') })).toEqual(invalid)
  })

  test('is found by ballots that are hidden, or shown despite their small number', async () => {
    expect(await problemsOf({ ...tied, ballots: null })).toEqual(['ballots: no lines'])
    const shown = ['record: ballots despite few']
    expect(await problemsOf({ ...few, ballots: tied.ballots })).toEqual(shown)
    for (const values of [{ tally: [] }, { ballots: parse(tied.body).ballots }, { void: [1] }])
      expect(await forged((record) => set(record, values), few)).toEqual(shown)
    expect(await forged(({ ranking }) => set(ranking[0], { score: 0 }), few)).toEqual(['record: ranking'])
  })

  test('is not what the log says', async () => {
    const { entries } = await logNow()
    const { match } = parse(tied.body)
    const newest = sql`recount.newest_entry(${entries}, ${match})`
    const differs = (body: string) => ask(sql`recount.check_entry(${newest}, ${body})`)
    const provisional = tied.body.replace('"provisional":false', '"provisional":true')
    expect(await differs(tied.body)).toEqual([])
    expect(await differs(provisional)).toEqual(['entry: record', 'entry: match'])
    expect(await differs(few.body)).toEqual(['entry: record', 'entry: match', 'entry: ballots'])
  })
})

describe('a forged log', () => {
  let now: Awaited<ReturnType<typeof logNow>>
  beforeAll(async () => {
    now = await logNow()
  })
  const forged = (forge: (all: string[]) => unknown) => {
    const all = lines(now.entries)
    forge(all)
    return problemsOfLog(ended(all), now.checkpoint)
  }

  test('is found by an entry that is edited', async () => {
    expect(await forged((all) => all.splice(1, 1, String(all[1]).replace('"attempt":1', '"attempt":2')))).toEqual([
      'log: root',
    ])
    expect(await forged((all) => all.splice(1, 1, String(all[1]).replace('"published"', '"other"')))).toEqual([
      'log: entry 1',
      'log: root',
    ])
  })

  test('is found by entries that are removed or change places', async () => {
    expect(await forged((all) => all.pop())).toEqual(['log: size', 'log: root'])
    expect(await forged((all) => all.splice(0, 2, String(all[1]), String(all[0])))).toEqual([
      'log: entry 0',
      'log: entry 1',
      'log: root',
    ])
  })

  test('is found by its checkpoint', async () => {
    const { entries, checkpoint } = now
    expect(await problemsOfLog(entries, checkpoint.replace(/\n\d+\n/, '\n1\n'))).toEqual(['log: size'])
    expect(await problemsOfLog(entries, checkpoint.replace(/\n[^\n]{43}=\n/, `\n${'A'.repeat(43)}=\n`))).toEqual([
      'log: root',
    ])
    expect(await problemsOfLog(entries, checkpoint.replace('\n\n', '\n'))).toEqual(['log: checkpoint'])
    expect(await problemsOfLog(entries.trimEnd(), checkpoint)).toEqual(['log: lines'])
  })

  test('is found by a first entry that is not about the log before', async () => {
    const goesOn = now.checkpoint.replaceAll(/(\/audit\/\d+)/g, '$1.2')
    expect(await problemsOfLog(now.entries, goesOn)).toEqual(['log: entry 0'])
  })
})
