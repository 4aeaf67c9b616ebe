import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Db } from '../../../infra/database/pool.ts'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, type MatchSketch } from '../../../testing/builders.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { type SignedIn, signInMany, signInOne } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { lockBallots, readTally, rebuildTally } from '../tally/queries.ts'
import { disownBallots, endEvidence } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

interface From {
  readonly device?: string
  readonly address?: string
}

/** Casts a ballot from a device at an address; gives the device cookie that the fan's browser has afterwards. */
async function castFrom(fan: SignedIn, match: BuiltMatch, { device = '', address = '10.9.9.9' }: From = {}) {
  const answer = await server.tribune.http.inject({
    method: 'PUT',
    url: `/api/votes/${match.id}`,
    headers: { cookie: [fan.cookie, device].filter((part) => part !== '').join('; ') },
    authority: new URL(ORIGIN).host,
    remoteAddress: address,
    payload: top3(match.playerIds.slice(0, 3)),
  })
  expect(answer.statusCode).toBe(200)
  const [issued] = answer.cookies
  return issued === undefined ? device : `${issued.name}=${issued.value}`
}

/** A device that came before, as a browser sends it. */
async function newDevice(): Promise<string> {
  return castFrom(await signInOne(server), await buildMatch(server.app.db))
}

/** Ballots with hashes as text: as numbers they would not be exact. */
async function rowsOf(...matches: readonly Pick<BuiltMatch, 'id'>[]) {
  return server.app.db
    .selectFrom('votes')
    .select(['user_id', 'match_id', 'account_strength', 'account_hours', 'changes'])
    .select(
      (['network_hash', 'network_hash_wide', 'network_hash_widest', 'device_hash'] as const).map((column) =>
        sql<string | null>`${sql.ref(column)}::text`.as(column),
      ),
    )
    .where(
      'match_id',
      'in',
      matches.map(({ id }) => id),
    )
    .orderBy('match_id')
    .orderBy('created_at')
    .execute()
}

const close = (...matches: readonly BuiltMatch[]) => {
  const ids = matches.map(({ id }) => id)
  return server.app.db
    .updateTable('matches')
    .set({ votes_open: false, votes_close_at: server.clock.now() })
    .where('id', 'in', ids)
    .execute()
}

async function endAccount({ cookie }: SignedIn): Promise<void> {
  const answer = await call(server, 'POST', '/api/functions/delete-user-account', {
    cookie,
    body: DELETION_CONFIRMATION,
  })
  expect(answer.statusCode).toBe(200)
}

/** Publishes a match so many days ago. */
async function publishedAgo(match: BuiltMatch, days: number): Promise<void> {
  const at = new Date(server.clock.now().getTime() - days * DAY_MS)
  const changed = { finished_at: at, match_date: at, published_at: at, votes_open: false }
  await server.app.db
    .updateTable('matches')
    .set({ ...changed, status: 'finished' })
    .where('id', '=', match.id)
    .execute()
}

const built = (sketch: MatchSketch = {}) => buildMatch(server.app.db, sketch)

describe('a ballot’s evidence', () => {
  test('has age and strength of the account, and hashes of the device and each network', async () => {
    const [match, fan, device] = await Promise.all([built(), signInOne(server), newDevice()])
    await sql`UPDATE auth."user" SET created_at = ${new Date(server.clock.now().getTime() - 5.5 * HOUR_MS)} WHERE id = ${fan.id}`.execute(
      server.app.db,
    )
    await castFrom(fan, match, { device, address: '2001:db8:12:34ab::9' })
    const [row] = await rowsOf(match)
    expect(row).toMatchObject({ account_strength: 1, account_hours: 5, changes: 0 })
    const hashes = [row?.network_hash, row?.network_hash_wide, row?.network_hash_widest, row?.device_hash]
    expect(new Set(hashes).size).toBe(4)
    expect(hashes).not.toContain(null)
  })

  test('compares ballots by device and by network, in one query', async () => {
    const [match, fans, device] = await Promise.all([built(), signInMany(server, 5), newDevice()])
    const from: From[] = [
      { device, address: '192.0.2.17' },
      { device, address: '192.0.2.17' },
      { device, address: '192.0.2.99' },
      { address: '192.0.2.17' },
      { address: '198.51.100.1' },
    ]
    for (const [index, fan] of fans.entries()) await castFrom(fan, match, from[index])
    const { rows } = await sql<{ device: number; address: number; network: number }>`
      SELECT max(d)::integer AS device, max(a)::integer AS address, max(w)::integer AS network FROM (
        SELECT count(device_hash) OVER (PARTITION BY device_hash) AS d, count(*) OVER (PARTITION BY network_hash) AS a,
          count(*) OVER (PARTITION BY network_hash_wide) AS w
        FROM votes WHERE match_id = ${match.id}) x`.execute(server.app.db)
    expect(rows).toEqual([{ device: 3, address: 3, network: 4 }])
  })

  test('is that of the latest change, with the number of changes', async () => {
    const [match, fan, device] = await Promise.all([built(), signInOne(server), newDevice()])
    await castFrom(fan, match, { address: '192.0.2.1' })
    const [first] = await rowsOf(match)
    await castFrom(fan, match, { address: '192.0.2.1' })
    await castFrom(fan, match, { device, address: '198.51.100.1' })
    const [last] = await rowsOf(match)
    expect([first?.changes, first?.device_hash, last?.changes]).toEqual([0, null, 2])
    expect(last?.device_hash).not.toBeNull()
    expect(last?.network_hash).not.toBe(first?.network_hash)
  })

  test('is not comparable with that of another season', async () => {
    const [now, before, fan, device] = await Promise.all([
      built(),
      built({ kickoffAt: new Date('2019-05-01T19:00:00Z') }),
      signInOne(server),
      newDevice(),
    ])
    for (const match of [now, before]) await castFrom(fan, match, { device })
    const [one, other] = await rowsOf(now, before)
    expect(one?.network_hash === other?.network_hash || one?.device_hash === other?.device_hash).toBe(false)
  })

  test('is in the fan’s own data, readable and without hashes', async () => {
    const [match, fan, device] = await Promise.all([built(), signInOne(server), newDevice()])
    await castFrom(fan, match, { device })
    const answer = await call(server, 'GET', '/api/me/data', { cookie: fan.cookie })
    const [row] = await rowsOf(match)
    expect(answer.json().votes).toMatchObject([
      {
        match_id: match.id,
        evidence: {
          account_strength: 'email',
          account_age_hours: 0,
          network_hashes: 2,
          device_hash: true,
          changes: 0,
          kept_until: null,
        },
      },
    ])
    expect(answer.body).not.toContain(row?.device_hash)
    await publishedAgo(match, 1)
    const [vote] = (await call(server, 'GET', '/api/me/data', { cookie: fan.cookie })).json().votes
    expect(Math.round((Date.parse(vote.evidence.kept_until) - server.clock.now().getTime()) / DAY_MS)).toBe(29)
  })
})

describe('the evidence of a deleted account', () => {
  test('keeps its ballots comparable with each other, and otherwise only with those of other deleted accounts', async () => {
    const [one, two, device] = await Promise.all([built(), built(), newDevice()])
    const [gone, goneToo, stays] = await signInMany(server, 3)
    for (const match of [one, two]) await castFrom(gone, match, { device })
    await castFrom(goneToo, one, { device })
    await castFrom(stays, one, { device })
    const before = await rowsOf(one, two)
    await close(one, two)
    await endAccount(gone)
    await endAccount(goneToo)
    const after = await rowsOf(one, two)
    const ownersOf = (rows: typeof after) => rows.map(({ user_id }) => user_id)
    const [a, b, c, d] = after
    expect(new Set(ownersOf(after)).size).toBe(3)
    expect(a?.user_id).toBe(d?.user_id)
    expect(ownersOf(after).filter((id) => ownersOf(before).includes(id))).toEqual([stays.id])
    // By hashes too: the earlier hashes are stored only with the fan who stays.
    expect([a?.device_hash, a?.network_hash]).toEqual([b?.device_hash, b?.network_hash])
    expect(c?.device_hash).toBe(before[2]?.device_hash)
    expect([a?.device_hash, a?.network_hash, a?.network_hash_wide]).not.toContain(c?.device_hash)
    expect(a?.network_hash).not.toBe(c?.network_hash)
    expect(a?.network_hash_widest).toBeNull()
    // Another account of the same browser is not led to them.
    await sql`UPDATE matches SET votes_open = true, votes_close_at = NULL WHERE id = ${two.id}`.execute(server.app.db)
    await castFrom(await signInOne(server), two, { device })
    const { rows } = await sql`
      SELECT FROM votes old JOIN votes new ON new.match_id = ${two.id} AND new.user_id <> old.user_id
        AND (new.device_hash = old.device_hash OR new.network_hash = old.network_hash)
      WHERE old.user_id = ${a?.user_id}`.execute(server.app.db)
    expect(rows).toEqual([])
  })
})

describe('30 days after publication', () => {
  test('evidence is deleted, ballots of a deleted account are separated, and the result can be recounted', async () => {
    const [one, two, young, fan, other] = await Promise.all([
      built(),
      built(),
      built(),
      signInOne(server),
      signInOne(server),
    ])
    for (const match of [one, two, young]) for (const caller of [fan, other]) await castFrom(caller, match)
    await publishedAgo(one, 30.1)
    await publishedAgo(two, 31)
    await publishedAgo(young, 29.9)
    await endAccount(fan)
    await endEvidence(server.app.db, server.clock.now())
    const ended = await rowsOf(one, two)
    expect(ended.map(({ user_id: _, match_id: __, ...evidence }) => Object.values(evidence))).toEqual(
      Array.from({ length: 4 }, () => Array.from({ length: 7 }, () => null)),
    )
    const remaining = await rowsOf(young)
    expect(remaining.map(({ account_strength }) => account_strength)).toEqual([1, 1])
    const owners = [...ended, ...remaining].map(({ user_id }) => user_id)
    expect(owners.filter((id) => id === other.id)).toHaveLength(3)
    expect(new Set(owners).size).toBe(4)
    for (const match of [one, two]) {
      const tally = await readTally(server.app.db, match.id)
      await rebuildTally(server.app.db, match.id)
      expect(await readTally(server.app.db, match.id)).toMatchObject({ voters: tally.voters, players: tally.players })
      expect(await completeBallots(server.app.db, match.id)).toHaveLength(2)
    }
  })

  test('no evidence is ever collected for the match again', async () => {
    const [match, fan] = await Promise.all([built(), signInOne(server)])
    await castFrom(fan, match)
    await publishedAgo(match, 31)
    await endEvidence(server.app.db, server.clock.now())
    const reopened = { published_at: null, votes_open: true, votes_close_at: null }
    await server.app.db
      .updateTable('matches')
      .set({ ...reopened, status: 'live' })
      .where('id', '=', match.id)
      .execute()
    await castFrom(fan, match)
    await castFrom(await signInOne(server), match)
    const rows = await rowsOf(match)
    expect(rows.map((row) => [row.account_strength, row.network_hash, row.changes])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
  })

  test('the evidence of a match without a result ends that long after its kick-off', async () => {
    const [match, open, fan] = await Promise.all([built(), built(), signInOne(server)])
    for (const one of [match, open]) await castFrom(fan, one)
    const kickoff = new Date(server.clock.now().getTime() - 31 * DAY_MS)
    await server.app.db
      .updateTable('matches')
      .set({ match_date: kickoff })
      .where('id', 'in', [match.id, open.id])
      .execute()
    await close(match)
    await endEvidence(server.app.db, server.clock.now())
    const remaining = (await rowsOf(match, open)).map((row) => row.account_strength)
    expect(remaining).toEqual([null, 1])
  })

  test('an account deleted at the same moment leaves no ballots of one owner behind', async () => {
    const matches = await Promise.all(Array.from({ length: 6 }, () => built()))
    const fans = await signInMany(server, 6)
    for (const match of matches) for (const fan of fans) await castFrom(fan, match)
    for (const match of matches) await publishedAgo(match, 31)
    await Promise.all([endEvidence(server.app.db, server.clock.now()), ...fans.map(endAccount)])
    await endEvidence(server.app.db, server.clock.now())
    const rows = await rowsOf(...matches)
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length)
    expect(rows.filter((row) => row.account_strength !== null)).toEqual([])
    const { rows: left } = await sql<{ left: SqlBool }>`
      SELECT NOT evidence_ended AS left FROM matches WHERE id = ANY (${matches.map(({ id }) => id)}::bigint[])`.execute(
      server.app.db,
    )
    expect(left.filter((row) => row.left)).toEqual([])
  })

  describe('waiting for locked ballots does not deadlock', () => {
    const patience = { timeout: 5_000 }

    /** Waits until another connection waits for a lock of this test's transaction. */
    async function oneWaits(): Promise<void> {
      await expect.poll(() => lockWaits(server.app.db), patience).toBe(1)
    }

    /** A match from long ago with three ballots, in the order in which they are stored. */
    async function oldBallots(): Promise<{ id: number; fans: readonly string[] }> {
      const match = await built()
      const fans = await signInMany(server, 3)
      for (const fan of fans) await castFrom(fan, match)
      await publishedAgo(match, 31)
      return { id: match.id, fans: fans.map(({ id }) => id) }
    }

    const end = () => endEvidence(server.app.db, server.clock.now())
    const lockBallot = (tx: Db, matchId: number, fanId: string | undefined) =>
      sql`UPDATE votes SET updated_at = updated_at WHERE match_id = ${matchId} AND user_id = ${fanId}`.execute(tx)

    test('evidence ends while the operator sets ballots aside, last ones first', async () => {
      const { id, fans } = await oldBallots()
      let ending: Promise<void> = Promise.resolve()
      await server.app.db.transaction().execute(async (tx) => {
        await lockBallots(tx, [id])
        for (const [index, fan] of fans.toReversed().entries()) {
          await lockBallot(tx, id, fan)
          if (index > 0) continue
          ending = end()
          await oneWaits()
        }
      })
      await ending
      expect((await rowsOf({ id })).map((row) => row.account_strength)).toEqual([null, null, null])
    })

    test('an account is deleted while its ballots are locked in the order of matches', async () => {
      const [fan] = await signInMany(server, 1)
      const [low, high] = [await built(), await built()]
      for (const match of [high, low]) await castFrom(fan, match)
      let leaving: Promise<void> = Promise.resolve()
      await server.app.db.transaction().execute(async (tx) => {
        for (const { id } of [low, high]) {
          await lockBallot(tx, id, fan?.id)
          if (id === high.id) continue
          leaving = disownBallots(server.app.db, fan?.id ?? '', Buffer.alloc(32))
          await oneWaits()
        }
      })
      await leaving
      const rows = await rowsOf(low, high)
      expect(rows).toHaveLength(2)
      expect(rows.map((row) => row.user_id)).not.toContain(fan?.id)
    })
  })
})
