import { fromHex } from '@tribune/domain/audit/bytes.ts'
import type { Checkpoint } from '@tribune/domain/audit/checkpoint.ts'
import { isEntryOf, newestEntries } from '@tribune/domain/audit/log.ts'
import { isConsistent, isIncluded } from '@tribune/domain/audit/tree.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { seasonYear } from '@tribune/domain/season/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, type TestServer } from '../../../testing/app.ts'
import { auditForFile } from '../../../testing/audit.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { OPERATOR, type SignedIn } from '../../../testing/people.ts'
import { stuffMatch } from '../../../testing/stuffing.ts'
import { merge } from '../../players/player-merges/service.ts'
import { publishDueMatches, rankAndNotify } from '../rankings/service.ts'
import { lockLogs } from './queries.ts'
import { RecordThread, sha256 } from './service.ts'

const parts = auditForFile()
const { ago, get, textOf, write, act, published, recordOf, logNow, recountOf } = parts
let server: TestServer
let admin: SignedIn
beforeAll(() => {
  ;({ server, admin } = parts)
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

  test('takes no change before the record of the last one is written', async () => {
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
    await newer.sealAnew(app.db)
    const { sealed } = await app.db.selectFrom('audit_logs').select('sealed').executeTakeFirstOrThrow()
    await newer.sealAnew(app.db)
    expect(await app.db.selectFrom('audit_logs').select('sealed').executeTakeFirst()).toEqual({ sealed })
    await app.recorder.sealAnew(app.db)
    const older = new RecordThread(
      { databaseUrl: '', host: '', secrets: [secret, 'another secret of the server, newer'] },
      app.log,
    )
    await older.sealAnew(app.db)
    await published()
    expect((await logNow()).checkpoint.origin).toBe(before.checkpoint.origin)
  })

  test('goes on under another key where no secret opens the last one', async () => {
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
