import { gunzipSync, inflateRawSync } from 'node:zlib'
import { ballotBytes, saltOf } from '@tribune/domain/audit/ballots.ts'
import { fromHex } from '@tribune/domain/audit/bytes.ts'
import { parseEntry } from '@tribune/domain/audit/log.ts'
import { checkRecord } from '@tribune/domain/audit/recount.ts'
import { isIncluded, leafHash } from '@tribune/domain/audit/tree.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { call, refusalOf, type TestServer } from '../../../testing/app.ts'
import { auditForFile } from '../../../testing/audit.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { type SignedIn, signInElsewhere, signInMany } from '../../../testing/people.ts'
import { deleteWithin } from '../../fans/accounts/service.ts'
import { recordOlder } from '../rankings/jobs.ts'
import { pendingMatches } from './queries.ts'
import { sha256 } from './service.ts'

const parts = auditForFile()
const { get, textOf, write, act, published, recordOf, recountOf } = parts
let server: TestServer
let admin: SignedIn
beforeAll(() => {
  ;({ server, admin } = parts)
})

describe('the record of a published match', () => {
  test('holds every ballot, and gives the published ranking', async () => {
    const { id } = await published({ honest: 1_500, script: 40 })
    const { record } = await recordOf(id)
    expect(record).toMatchObject({ match: id, source: 'votes', counted: 1_500, set_aside: 40, provisional: false })
    expect(Object.values(record.reasons)).toEqual([40])
    expect(record.ballots?.size).toBe(1_540)
    expect(await recountOf(id)).toEqual([])
    const points = await server.app.db
      .selectFrom('match_player_points')
      .selectAll()
      .where('match_id', '=', id)
      .orderBy('rank')
      .orderBy('player_id')
      .execute()
    expect(record.ranking).toEqual(
      points.map(({ player_id, rank, score, points: earned }) => ({ id: player_id, rank, score, points: earned })),
    )
  })

  test('names no fan, no time and no group', async () => {
    const { id, farm } = await published({ honest: 60, script: 40 })
    const { record, body } = await recordOf(id)
    const text = body + (await textOf(`/api/audit/matches/${id}/ballots/${record.ballots?.hash}`))
    for (const fan of farm) expect(text).not.toContain(fan)
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}|device_hash|user|rule_|group/)
  })

  test('is served for good by its hash, compressed or not', async () => {
    const { id } = await published()
    const { record, hash, body } = await recordOf(id)
    const byHash = await get(`/api/audit/records/${hash}`)
    expect([byHash.body, byHash.headers['cache-control']]).toEqual([body, 'public, max-age=31536000, immutable'])
    const found = await get(`/api/audit/matches/${id}/ballots`)
    expect([found.statusCode, found.headers.location]).toEqual([
      302,
      `/api/audit/matches/${id}/ballots/${record.ballots?.hash}`,
    ])
    expect(found.headers['cache-control']).toContain('s-maxage=1,')
    for (const path of [
      `matches/1`,
      `matches/${id}/ballots/${hash}`,
      `records/${record.ballots?.hash}`,
      'log/1999/checkpoint',
    ]) {
      expect(refusalOf(await get(`/api/audit/${path}`))).toEqual([404, 'audit_unknown'])
    }
  })

  test('is one gzip stream', async () => {
    const { id } = await published({ honest: 2_500 })
    const url = (await get(`/api/audit/matches/${id}/ballots`)).headers.location ?? ''
    const zipped = await call(server, 'GET', url, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    // A browser stops after the first member of a stream, whose data begin after ten bytes.
    expect(inflateRawSync(zipped.rawPayload.subarray(10)).toString()).toBe(await textOf(url))
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(await textOf(url))
  })

  test('is not read for ever by one address', async () => {
    const { id } = await published()
    const url = (await get(`/api/audit/matches/${id}/ballots`)).headers.location ?? ''
    const read = () => server.tribune.http.inject({ url, remoteAddress: '192.0.2.77', authority: new URL(ORIGIN).host })
    let answers = 0
    while ((await read()).statusCode === 200 && answers < 100) answers += 1
    expect(answers).toBeGreaterThan(5)
    expect(answers).toBeLessThan(60)
  })

  test('of fewer than ten ballots publishes none of them, and ratings rank', async () => {
    const { id } = await published({ honest: 9 })
    const { record } = await recordOf(id)
    expect(record).toMatchObject({ source: 'ratings_fallback', counted: 9, ballots: null, tally: null })
    expect(checkRecord(record, null, null)).toEqual([])
    expect(refusalOf(await get(`/api/audit/matches/${id}/ballots`))).toEqual([404, 'audit_unknown'])
  })
})

describe('an account that is deleted', () => {
  const leavesOf = async (id: number) => textOf((await get(`/api/audit/matches/${id}/ballots`)).headers.location ?? '')

  test('changes no record, and has the same leaf in a later one', async () => {
    const { id, farm } = await published({ honest: 100, script: 90 })
    const { app } = server
    const [before, { hash }] = [await leavesOf(id), await recordOf(id)]
    await app.db.transaction().execute((tx) => deleteWithin(app, tx, farm[0] ?? ''))
    expect((await recordOf(id)).hash).toBe(hash)
    const [group] = (await get(`/api/ballot_groups?match_id=${id}`, admin.cookie)).json().set_aside
    await act('take-ballots-back', { id: group.id })
    await write()
    const sorted = (text: string) => text.replaceAll('set_aside', 'counted').split('\n').toSorted()
    expect(sorted(await leavesOf(id))).toEqual(sorted(before))
    expect(await recountOf(id)).toEqual([])
  })
})

describe('a fan’s proof', () => {
  test('leads from account and secret to the published tree, and belongs to its fan alone', async () => {
    const { id, farm } = await published({ honest: 3_000, script: 40 })
    const [one = ''] = farm
    const { cookie } = await signInElsewhere(server, { id: one, cookie: '' })
    const proof = (await get(`/api/audit/matches/${id}/mine`, cookie)).json()
    const { record, hash } = await recordOf(id)
    expect(proof).toMatchObject({ record: hash, account: one, ballot: { status: 'set_aside' } })
    const salt = saltOf(sha256, { match: id, account: proof.account, r: fromHex(proof.r) })
    const leaf = leafHash(sha256, ballotBytes(id, record.attempt, { ...proof.ballot, salt }))
    const head = { size: record.ballots?.size ?? 0, root: fromHex(record.ballots?.root ?? '') }
    const isProved = (index: number) => isIncluded(sha256, head, { leaf, index, proof: proof.hashes.map(fromHex) })
    expect(isProved(proof.index)).toBe(true)
    expect(isProved(proof.index + 1)).toBe(false)
    const [stranger] = await signInMany(server, 1)
    expect(refusalOf(await get(`/api/audit/matches/${id}/mine`, stranger.cookie))).toEqual([404, 'audit_no_ballot'])
    expect(refusalOf(await get(`/api/audit/matches/${id}/mine`))).toEqual([401, 'not_authenticated'])
    expect(parseEntry('')).toBeNull()
  })
})

test('a result that is older than the records gets its record at night, once', async () => {
  const { db } = server.app
  const { id } = await published({ recorded: false })
  await sql`DELETE FROM audit_pending WHERE match_id = ${id}`.execute(db)
  await recordOlder(server.app)
  await write()
  await recordOlder(server.app)
  await write()
  const { rows } = await sql<{ line: string }>`SELECT line FROM audit_entries WHERE match_id = ${id}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(parseEntry(rows[0]?.line ?? '')).toMatchObject({ change: 'published', record: (await recordOf(id)).hash })
})

test('an older result that fails does not keep the others from their records', async () => {
  const { db, recorder } = server.app
  const [failing, other] = [await published({ recorded: false }), await published({ recorded: false })]
  await sql`DELETE FROM audit_pending`.execute(db)
  const error = vi.spyOn(server.app.log, 'error').mockImplementation(() => {})
  const requireWritten: typeof recorder.requireWritten = (tx, ids) =>
    ids.includes(failing.id) ? Promise.reject(new Refusal('busy')) : recorder.requireWritten(tx, ids)
  await recordOlder({ ...server.app, recorder: Object.assign(Object.create(recorder), { requireWritten }) })
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
  expect(await pendingMatches(db, 10)).toEqual([other.id])
  await recordOlder(server.app)
  await write()
  expect((await recordOf(failing.id)).record.match).toBe(failing.id)
})
