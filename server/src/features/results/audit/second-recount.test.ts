import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, type TestServer } from '../../../testing/app.ts'
import type { BuiltMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInOne } from '../../../testing/people.ts'
import { lines, NETWORK, PLAIN, parse, podiums, secondRecountForFile } from '../../../testing/second-recount.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { rankAndNotify } from '../rankings/service.ts'

const parts = secondRecountForFile()
const { ask, problemsOf, problemsOfLog, leavesOf, rootOf } = parts
const { get, textOf, withBallots, publicOf, logNow, ago, build, castAll, rate, buildTied, write } = parts
let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  ;({ server } = parts)
  admin = await signInAdmin(server)
})

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

const act = (path: string, body: object) => call(server, 'POST', path, { cookie: admin.cookie, body })
const setAside = async ({ id }: BuiltMatch, ballots: number) => {
  const body = { match_id: id, dimension: 'network', key: String(NETWORK), ballots, reason: 'One network' }
  expect((await act('/api/functions/set-ballots-aside', body)).statusCode).toBe(200)
}
const merge = async (alias: number | undefined, player: number | undefined) => {
  const body = { alias_id: alias, player_id: player, reason: 'One person' }
  expect((await act('/api/rpc/merge_players', body)).statusCode).toBe(200)
}

describe('the vectors of docs/audit.md', () => {
  const text = readFileSync(new URL('../../../../../docs/audit.md', import.meta.url), 'utf8')
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
