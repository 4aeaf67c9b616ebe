import { gunzipSync, inflateRawSync } from 'node:zlib'
import { ballotBytes, saltOf } from '@tribune/domain/audit/ballots.ts'
import { fromHex } from '@tribune/domain/audit/bytes.ts'
import type { Checkpoint } from '@tribune/domain/audit/checkpoint.ts'
import { isEntryOf, newestEntries, parseEntry } from '@tribune/domain/audit/log.ts'
import { checkRecord } from '@tribune/domain/audit/recount.ts'
import { isConsistent, isIncluded, leafHash } from '@tribune/domain/audit/tree.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { seasonYear } from '@tribune/domain/season/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { call, refusalOf, type TestServer } from '../../../testing/app.ts'
import { auditForFile } from '../../../testing/audit.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { OPERATOR, type SignedIn, signInElsewhere, signInMany } from '../../../testing/people.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { deleteWithin } from '../../fans/accounts/service.ts'
import { merge } from '../../players/player-merges/service.ts'
import { recordOlder } from '../rankings/jobs.ts'
import { publishDueMatches, rankAndNotify } from '../rankings/service.ts'
import { lockLogs, pendingMatches } from './queries.ts'
import { RecordThread, sha256 } from './service.ts'

const parts = auditForFile()
const { ago, get, textOf, write, act, published, recordOf, logNow, recountOf } = parts
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

  test('is limited for each address', async () => {
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

describe('the log', () => {
  test('has an entry for each change, which is signed and proved', async () => {
    const { id } = await published({ honest: 100, script: 90 })
    const before = await logNow()
    const [group] = (await get(`/api/ballot_groups?match_id=${id}`, admin.cookie)).json().set_aside
    await act('take-ballots-back', { id: group.id })
    await act('set-ballots-aside', { match_id: id, dimension: 'network', key: '9001', ballots: 90, reason: 'Script' })
    expect((await act('let-result-stand', { match_id: id })).statusCode).toBe(200)
    await write()
    const { entries, leaves, problems, checkpoint, season } = await logNow()
    expect(problems).toEqual([])
    const own = entries.filter((entry) => 'match' in entry && entry.match === id)
    expect(own).toMatchObject([
      { change: 'published', provisional: true },
      { change: 'taken_back', provisional: true },
      { change: 'set_aside', provisional: true },
      { change: 'confirmed', provisional: false },
    ])
    const { record, hash } = await recordOf(id)
    const newest = newestEntries(entries).get(id)
    expect(newest !== undefined && isEntryOf(newest, record, hash)).toBe(true)
    expect(await recountOf(id)).toEqual([])
    await expectConsistent(before.checkpoint, checkpoint, season)
    const index = entries.length - 1
    const { hashes } = (await get(`/api/audit/log/${season}/inclusion?index=${index}&size=${checkpoint.size}`)).json()
    expect(
      isIncluded(sha256, checkpoint, { leaf: leaves[index] ?? Buffer.of(), index, proof: hashes.map(fromHex) }),
    ).toBe(true)
    expect(refusalOf(await get(`/api/audit/log/${season}/inclusion?index=9&size=9`))).toEqual([404, 'audit_unknown'])
    expect(refusalOf(await get(`/api/audit/log/${season}/consistency?from=1&to=100000`))).toEqual([
      404,
      'audit_unknown',
    ])
  })

  async function expectConsistent(old: Checkpoint, next: Checkpoint, season: string | undefined) {
    const { hashes } = (await get(`/api/audit/log/${season}/consistency?from=${old.size}&to=${next.size}`)).json()
    expect(isConsistent(sha256, old, next, hashes.map(fromHex))).toBe(true)
  }

  test('has an entry of a recalculation that changes points, and none of one that changes nothing', async () => {
    const { id } = await published()
    const { app } = server
    await rankAndNotify(app, id)
    await app.db.updateTable('matches').set({ coefficient: 2 }).where('id', '=', id).execute()
    await act('ranking-engine', { match_id: id })
    await write()
    const own = (await logNow()).entries.filter((entry) => 'match' in entry && entry.match === id)
    expect(own).toMatchObject([{ change: 'published' }, { change: 'recalculated' }])
    expect((await recordOf(id)).record.coefficient).toBe(2)
    expect(await recountOf(id)).toEqual([])
  })

  test('shows the newest record, although the clock of another server was ahead', async () => {
    const { id } = await published({ honest: 100, script: 90 })
    const ahead = new Date(server.clock.now().getTime() + HOUR_MS)
    await server.app.db.updateTable('audit_entries').set({ created_at: ahead }).where('match_id', '=', id).execute()
    const [group] = (await get(`/api/ballot_groups?match_id=${id}`, admin.cookie)).json().set_aside
    await act('take-ballots-back', { id: group.id })
    await write()
    expect((await recordOf(id)).record).toMatchObject({ counted: 190, set_aside: 0 })
  })

  test('accepts no change before the record of the last one is written', async () => {
    const { id } = await published()
    const { app } = server
    await app.db
      .insertInto('audit_pending')
      .values({ match_id: id, change: 'recalculated', at: ago(0) })
      .execute()
    const stuck = { ...app, recorder: Object.assign(Object.create(app.recorder), { write: async () => {} }) }
    await app.db.updateTable('matches').set({ coefficient: 4 }).where('id', '=', id).execute()
    await expect(rankAndNotify(stuck, id)).rejects.toMatchObject({ code: 'busy' })
    await rankAndNotify(app, id)
    expect((await logNow()).problems).toEqual([])
  })

  test('has the result that was published, although two ids are merged before it is written', async () => {
    const { db } = server.app
    const match = await buildMatch(db, { status: 'finished', finishedAt: ago(2 * HOUR_MS) })
    await stuffMatch(db, match, { honest: 60, script: 0, at: ago(3 * HOUR_MS) })
    await publishDueMatches(server.app)
    const [player = 0, alias = 0] = match.playerIds
    await merge(server.app, OPERATOR, { alias, player }, 'Deux numéros')
    await write()
    expect(await recountOf(match.id)).toEqual([])
    await act('ranking-engine', { match_id: match.id })
    await write()
    expect(await recountOf(match.id)).toEqual([])
  })

  test('two servers that write at once leave one entry for each change', async () => {
    const other = parts.second
    const { db } = server.app
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const match = await buildMatch(db, { status: 'finished', finishedAt: ago(2 * HOUR_MS), rating: 6 })
      await stuffMatch(db, match, { honest: 12, script: 0, at: ago(3 * HOUR_MS) })
      ids.push(match.id)
    }
    await publishDueMatches(server.app)
    await Promise.all([write(), other.app.recorder.write(other.app.db), write()])
    const { entries, problems } = await logNow()
    expect(problems).toEqual([])
    expect(entries.filter((entry) => 'match' in entry && ids.includes(entry.match))).toHaveLength(ids.length)
  })

  test('has one entry for each change although the server that writes it dies', async () => {
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const match = await buildMatch(server.app.db, { status: 'finished', finishedAt: ago(2 * HOUR_MS) })
      await stuffMatch(server.app.db, match, { honest: 40, script: 0, at: ago(3 * HOUR_MS) })
      ids.push(match.id)
    }
    await publishDueMatches(server.app)
    const { db } = server.app
    await db.transaction().execute(async (tx) => {
      await lockLogs(tx, seasonYear(ago(0)))
      const dying = parts.second.app.recorder.write(db)
      const ended = expect(dying).rejects.toThrow('thread ended')
      await expect.poll(() => lockWaits(db)).toBe(1)
      await parts.second.app.recorder.close()
      await ended
    })
    await write()
    const { entries, problems } = await logNow()
    expect(problems).toEqual([])
    expect(entries.filter((entry) => 'match' in entry && ids.includes(entry.match))).toHaveLength(ids.length)
    for (const id of ids) expect(await recountOf(id)).toEqual([])
  })

  test('keeps its key when the secret changes', async () => {
    const { app } = server
    const before = await logNow()
    const [secret] = app.config.secrets
    const newer = new RecordThread(
      { databaseUrl: '', host: '', secrets: ['another secret of the server, newer', secret] },
      app.log,
    )
    await newer.resealKeys(app.db)
    const { sealed } = await app.db.selectFrom('audit_logs').select('sealed').executeTakeFirstOrThrow()
    await newer.resealKeys(app.db)
    expect(await app.db.selectFrom('audit_logs').select('sealed').executeTakeFirst()).toEqual({ sealed })
    await app.recorder.resealKeys(app.db)
    const older = new RecordThread(
      { databaseUrl: '', host: '', secrets: [secret, 'another secret of the server, newer'] },
      app.log,
    )
    await older.resealKeys(app.db)
    await published()
    expect((await logNow()).checkpoint.origin).toBe(before.checkpoint.origin)
  })

  test('continues under another key if no secret decrypts the last one', async () => {
    const before = await logNow()
    await sql`UPDATE audit_logs SET sealed = 'x'`.execute(server.app.db)
    const { id } = await published()
    const after = await logNow()
    expect(after.problems).toEqual([])
    expect(after.checkpoint.origin).toBe(`${before.checkpoint.origin}.2`)
    expect(after.entries).toMatchObject([{ change: 'continued' }, { change: 'published', match: id }])
    expect(await recountOf(id)).toEqual([])
    expect(await textOf(`/api/audit/log/${before.season}/checkpoint`)).toContain(`${before.checkpoint.origin}\n`)
  })
})

describe('the nightly check', () => {
  const check = () => server.app.recorder.check(ago(HOUR_MS))

  test('finds what was altered, and says where', async () => {
    const { id } = await published()
    const { db } = server.app
    const { hash, record } = await recordOf(id)
    expect(await check()).toEqual([])
    const changes: [what: string, change: RawBuilder<unknown>, back: RawBuilder<unknown>][] = [
      [
        `match ${id}: points_differ`,
        sql`UPDATE match_player_points SET points = points + 1 WHERE match_id = ${id} AND rank = 1`,
        sql`UPDATE match_player_points SET points = points - 1 WHERE match_id = ${id} AND rank = 1`,
      ],
      [
        `match ${id}: record_altered`,
        sql`UPDATE audit_records SET body = replace(body, '"counted":60', '"counted":61') WHERE hash = ${hash}`,
        sql`UPDATE audit_records SET body = replace(body, '"counted":61', '"counted":60') WHERE hash = ${hash}`,
      ],
      [
        `match ${id}: ballots_hash_differs`,
        sql`UPDATE audit_ballots SET part = 1 WHERE hash = ${record.ballots?.hash}`,
        sql`UPDATE audit_ballots SET part = 0 WHERE hash = ${record.ballots?.hash}`,
      ],
      [
        'log_differs',
        sql`UPDATE audit_entries SET line = replace(line, 'published', 'recalculated') WHERE match_id = ${id}`,
        sql`UPDATE audit_entries SET line = replace(line, 'recalculated', 'published') WHERE match_id = ${id}`,
      ],
    ]
    for (const [what, change, back] of changes) {
      await change.execute(db)
      expect((await check()).join()).toContain(what)
      await back.execute(db)
    }
    await db.updateTable('audit_logs').set({ checkpoint: 'x' }).execute()
    expect((await check()).join()).toContain('checkpoint_malformed')
  })
})
