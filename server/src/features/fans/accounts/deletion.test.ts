import { randomUUID } from 'node:crypto'
import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { joinAs, signIn, Visitor } from '../../../testing/accounts.ts'
import { top3 } from '../../../testing/ballots.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { ADMIN_EMAIL, PASSWORD } from '../../../testing/constants.ts'
import { accountsServerForFile, databaseForFile } from '../../../testing/for-file.ts'
import { lockWaits, tablesWith } from '../../../testing/inspect.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { askToSign, enterByWallet, solanaWallet } from '../../../testing/wallets.ts'
import { readTally } from '../../ballots/tally/queries.ts'
import { closeVoting } from '../people/service.ts'
import { forgetEnded } from './queries.ts'

const DELETE = '/api/functions/delete-user-account'
const server = accountsServerForFile()
let joined = 0

async function join(): Promise<{ visitor: Visitor; email: string; id: string }> {
  joined += 1
  const email = `partante-${joined}@stade.invalid`
  const visitor = await joinAs(server, email)
  return { visitor, email, id: (await visitor.get('/api/me')).json().fan.id }
}

const vote = (visitor: Visitor, matchId: number, picks: readonly (number | undefined)[]) =>
  visitor.put(`/api/votes/${matchId}`, top3(picks))

const rowsWith = (text: string) => tablesWith(server.tribune.app.db, text)

async function tallyHolds(matchId: number): Promise<number> {
  const { changes: _, ...tally } = await readTally(server.tribune.app.db, matchId)
  expect(tally).toEqual(tallyOf(await completeBallots(server.tribune.app.db, matchId)))
  return tally.voters
}

describe('deleting an account', () => {
  it('leaves no row that names the fan, in any table', async () => {
    const { visitor, email, id } = await join()
    const { db } = server.tribune.app
    const match = await buildMatch(db)
    await vote(visitor, match.id, match.playerIds.slice(0, 3))
    await visitor.put(`/api/follows/player/${match.playerIds[0]}`, {})
    await signIn(new Visitor(server), email)
    const wallet = solanaWallet()
    await enterByWallet(visitor, wallet, { link: true })
    await askToSign(visitor, wallet)
    await visitor.post('/api/auth/request-password-reset', { email, redirectTo: '/profile?type=recovery' })
    expect((await rowsWith(id)).length).toBeGreaterThan(3)
    expect(await rowsWith(email)).toEqual(['auth."user"'])
    expect(await rowsWith(wallet.address)).toEqual(['auth.account'])

    const answer = await visitor.post(DELETE, DELETION_CONFIRMATION)
    expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: true }])
    expect(visitor.cookies.size).toBe(0)
    expect(await rowsWith(id)).toEqual([])
    expect(await rowsWith(email)).toEqual([])
    expect(await rowsWith(wallet.address)).toEqual([])
  })

  it('deletes a closed voting right too: only the operator’s journal keeps the id and the reason', async () => {
    const { visitor, email, id } = await join()
    const act = { operatorId: randomUUID(), correlationId: randomUUID() }
    const reason = `Raison ${randomUUID()}`
    await closeVoting(server.tribune.app, act, id, reason)
    expect((await visitor.get('/api/me')).json().fan.voting_closed).toMatchObject({ reason })
    expect((await rowsWith(reason)).toSorted()).toEqual(['auth."user"', 'public.operator_journal'])
    expect((await visitor.post(DELETE, DELETION_CONFIRMATION)).statusCode).toBe(200)
    expect(await rowsWith(id)).toEqual(['public.operator_journal'])
    expect(await rowsWith(reason)).toEqual(['public.operator_journal'])
    expect(await rowsWith(email)).toEqual([])
  })

  it('withdraws ballots of open matches, and leaves those of closed matches counted without a link to the fan', async () => {
    const { db } = server.tribune.app
    const { visitor, id } = await join()
    const other = await join()
    const [open, half, closed, closedToo] = await Promise.all([1, 2, 3, 4].map(() => buildMatch(db)))
    if (open === undefined || half === undefined || closed === undefined || closedToo === undefined) throw new Error()
    for (const match of [open, closed, closedToo]) await vote(visitor, match.id, match.playerIds.slice(0, 3))
    await vote(visitor, half.id, half.playerIds.slice(0, 1))
    await vote(other.visitor, open.id, open.playerIds.slice(1, 4))
    for (const { id } of [closed, closedToo]) await finishMatch(db, id, new Date(Date.now() - 61 * MINUTE_MS))

    expect((await visitor.post(DELETE, DELETION_CONFIRMATION)).statusCode).toBe(200)
    expect(await tallyHolds(open.id)).toBe(1)
    expect(await tallyHolds(half.id)).toBe(0)
    expect(await tallyHolds(closed.id)).toBe(1)
    const rows = await db
      .selectFrom('votes')
      .select(['match_id', 'user_id'])
      .where('match_id', 'in', [open.id, half.id, closed.id, closedToo.id])
      .orderBy('match_id')
      .execute()
    expect(rows.map((row) => row.match_id)).toEqual([open.id, closed.id, closedToo.id])
    expect(rows[0]?.user_id).toBe(other.id)
    // Both ballots of closed matches have the same random owner while their evidence is stored.
    const owners = new Set(rows.map((row) => row.user_id))
    expect([owners.size, owners.has(id)]).toEqual([2, false])
  })

  it.each([
    ['suspended', 'SUSP'],
    ['cancelled', 'ABD'],
    ['postponed', 'PST'],
  ] as const)(
    'withdraws a ballot of a match that is %s, so that it does not count if play resumes',
    async (status, raw_status) => {
      const { db, bus } = server.tribune.app
      const { visitor, email, id } = await join()
      const other = await join()
      const match = await buildMatch(db, { minute: 71 })
      const set = (change: object) => db.updateTable('matches').set(change).where('id', '=', match.id).execute()
      for (const fan of [visitor, other.visitor]) await vote(fan, match.id, match.playerIds.slice(0, 3))
      await set({ status, raw_status, votes_open: false })
      expect((await visitor.post(DELETE, DELETION_CONFIRMATION)).statusCode).toBe(200)

      await set({ status: 'live', raw_status: '2H', votes_open: true })
      await bus.publish('matches', { ids: [match.id] })
      expect(await tallyHolds(match.id)).toBe(1)
      const again = await joinAs(server, email)
      expect((await vote(again, match.id, match.playerIds.slice(3, 6))).statusCode).toBe(200)
      expect(await tallyHolds(match.id)).toBe(2)
      const owners = await db.selectFrom('votes').select('user_id').where('match_id', '=', match.id).execute()
      expect(owners.map(({ user_id }) => user_id)).not.toContain(id)
    },
  )

  it('ends every session at once, and the address may be used again for a new account with nothing in it', async () => {
    const { visitor, email } = await join()
    const elsewhere = new Visitor(server)
    await signIn(elsewhere, email)
    expect((await elsewhere.get('/api/me')).json().fan.email).toBe(email)
    await visitor.post(DELETE, DELETION_CONFIRMATION)
    expect((await elsewhere.get('/api/me')).json().fan).toBeNull()
    expect((await elsewhere.get('/api/votes')).statusCode).toBe(401)
    expect((await signIn(new Visitor(server), email)).statusCode).toBe(401)
    const again = await joinAs(server, email)
    expect((await again.get('/api/me')).json().fan).toMatchObject({ email, vote_count: 0, xp: 0 })
  })

  it('stores no ballot after the end of the account', async () => {
    const { db } = server.tribune.app
    const match = await buildMatch(db)
    for (let round = 0; round < 8; round += 1) {
      const { visitor, id } = await join()
      const answers = await Promise.all([
        vote(visitor, match.id, match.playerIds.slice(0, 3)),
        vote(visitor, match.id, match.playerIds.slice(round, round + 3)),
        visitor.post(DELETE, DELETION_CONFIRMATION),
        vote(visitor, match.id, match.playerIds.slice(2, 5)),
      ])
      expect(answers[2].statusCode).toBe(200)
      await vote(visitor, match.id, match.playerIds.slice(3, 6))
      expect(await db.selectFrom('votes').select('id').where('user_id', '=', id).execute()).toEqual([])
      expect(await tallyHolds(match.id)).toBe(0)
    }
  })

  it('withdraws a ballot of a match that opens while the account is about to end', async () => {
    const { db } = server.tribune.app
    const match = await buildMatch(db, { minute: 59 })
    const { visitor, id } = await join()
    const ending = await db.transaction().execute(async (tx) => {
      await sql`SELECT FROM auth."user" WHERE id = ${id} FOR KEY SHARE`.execute(tx)
      const begun = visitor.post(DELETE, DELETION_CONFIRMATION)
      await expect.poll(() => lockWaits(db)).toBe(1)
      await db.updateTable('matches').set({ minute: 60, votes_open: true }).where('id', '=', match.id).execute()
      expect((await vote(visitor, match.id, match.playerIds.slice(0, 3))).statusCode).toBe(200)
      return { begun }
    })
    expect((await ending.begun).statusCode).toBe(200)
    expect(await db.selectFrom('votes').select('id').where('match_id', '=', match.id).execute()).toEqual([])
    expect(await tallyHolds(match.id)).toBe(0)
  })
})

describe('deleting an account', () => {
  beforeEach(() => {
    server.clock.offsetMs = 0
  })

  it('needs a session', async () => {
    const answer = await new Visitor(server).post(DELETE, DELETION_CONFIRMATION)
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'not_authenticated'])
  })

  it('refuses a call from a page of another site', async () => {
    const { visitor } = await join()
    const answer = await visitor.post(DELETE, DELETION_CONFIRMATION, { origin: 'https://evil.invalid' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'foreign_origin'])
    expect((await visitor.get('/api/me')).json().fan).not.toBeNull()
  })

  it('requires a new sign-in, by any method, from a session older than an hour', async () => {
    const { visitor, email } = await join()
    server.clock.advance(60 * MINUTE_MS)
    const code = async (body: object) => {
      const answer = await visitor.post(DELETE, body)
      return [answer.statusCode, answer.json().error?.code]
    }
    expect(await code(DELETION_CONFIRMATION)).toEqual([403, 'sign_in_again'])
    expect(await code({ ...DELETION_CONFIRMATION, password: PASSWORD })).toEqual([403, 'sign_in_again'])
    expect((await visitor.get('/api/me')).json().fan).not.toBeNull()
    await signIn(visitor, email)
    expect(await code(DELETION_CONFIRMATION)).toEqual([200, undefined])
  })

  it('refuses a call that does not name what it does, from a fan or the operator', async () => {
    const operator = await joinAs(server, ADMIN_EMAIL)
    for (const visitor of [(await join()).visitor, operator]) {
      for (const body of [{}, { confirmation: '' }, { confirmation: true }, { confirmation: 'delete-user-account' }]) {
        const answer = await visitor.post(DELETE, body)
        expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request'])
      }
      expect((await visitor.get('/api/me')).json().fan).not.toBeNull()
    }
  })
})

describe('an account that another server has just ended, while its session is remembered here', () => {
  it.each([
    ['GET', '/api/me/data', undefined],
    ['PUT', '/api/me/digest', { wanted: true }],
    ['PUT', '/api/me/push/settings', { opening: false }],
    ['PUT', '/api/follows/club/1', {}],
  ] as const)('may not %s %s any more', async (_method, path, body) => {
    const { visitor, id } = await join()
    await server.tribune.app.db.deleteFrom('auth.user').where('id', '=', id).execute()
    const answer = await (body === undefined ? visitor.get(path) : visitor.put(path, body))
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'not_authenticated'])
  })
})

describe('a fan’s own data', () => {
  it('is exported as one file, without data of other fans', async () => {
    const { db } = server.tribune.app
    const { visitor, email, id } = await join()
    const other = await join()
    const match = await buildMatch(db)
    await vote(visitor, match.id, match.playerIds.slice(0, 3))
    await vote(other.visitor, match.id, match.playerIds.slice(0, 3))
    await db.updateTable('auth.user').set({ name: 'Camille' }).where('id', '=', id).execute()
    const answer = await visitor.get('/api/me/data')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="tribune-mes-donnees.json"')
    expect(answer.headers['cache-control']).toBe('no-store')
    const data = answer.json()
    expect(data).toMatchObject({
      account: { email, email_verified: true, name: 'Camille', two_factor: false, phone_number_verified: false },
      xp: 5,
      vote_count: 1,
      badges: [],
      ways_in: [{ provider: 'credential' }],
      votes: [{ match_id: match.id, complete: true }],
    })
    expect(data.sessions).toMatchObject([{ method: 'mail' }])
    expect(answer.body).not.toContain(other.email)
    expect(answer.body).not.toMatch(/password|token/)
    expect((await new Visitor(server).get('/api/me/data')).statusCode).toBe(401)
  })
})

describe('expired rows of accounts', () => {
  const database = databaseForFile()

  const left = async (table: 'user' | 'session' | 'verification' | 'attempt' | 'known_device', column: string) => {
    const { rows } = await sql<{ it: string }>`
    SELECT ${sql.ref(column)} AS it FROM auth.${sql.ref(table)} ORDER BY 1`.execute(database.db)
    return rows.map(({ it }) => it)
  }

  it('the nightly run deletes ended rows and abandoned unconfirmed accounts, and nothing else', async () => {
    await sql`
    INSERT INTO auth."user" (name, email, email_verified, created_at) VALUES
      ('', 'confirmed@x.invalid', true, now() - interval '1 year'),
      ('', 'waiting@x.invalid', false, now() - interval '29 days'),
      ('', 'forgotten@x.invalid', false, now() - interval '31 days'),
      ('', 'signed-in@x.invalid', false, now() - interval '31 days')`.execute(database.db)
    await sql`
    INSERT INTO auth.session (user_id, token, expires_at)
    SELECT id, token, at FROM auth."user", (VALUES ('ended', now() - interval '1 second'), ('running', now() + interval '1 hour')) AS s (token, at)
    WHERE email IN ('signed-in@x.invalid') `.execute(database.db)
    // More than one part of a deletion.
    await sql`
    INSERT INTO auth.verification (identifier, value, expires_at)
    SELECT 'old ' || n, '', now() - interval '1 minute' FROM generate_series(1, 5001) AS n
    UNION ALL SELECT 'new', '', now() + interval '1 minute'`.execute(database.db)
    await sql`
    INSERT INTO auth.attempt (key, points, expire) VALUES
      ('over', 3, extract(epoch FROM now()) * 1000 - 1), ('locked', 10, extract(epoch FROM now()) * 1000 + 60000)`.execute(
      database.db,
    )
    await sql`
    INSERT INTO auth.known_device (device_hash, user_id, seen_at)
    SELECT device, id, now() - make_interval(days => days) FROM auth."user", (VALUES ('old', 401), ('late', 399)) AS d (device, days)
    WHERE email IN ('confirmed@x.invalid', 'signed-in@x.invalid')`.execute(database.db)
    await forgetEnded(database.db)
    expect(await left('known_device', 'device_hash')).toEqual(['late', 'late'])
    expect(await left('user', 'email')).toEqual(['confirmed@x.invalid', 'signed-in@x.invalid', 'waiting@x.invalid'])
    expect(await left('session', 'token')).toEqual(['running'])
    expect(await left('verification', 'identifier')).toEqual(['new'])
    expect(await left('attempt', 'key')).toEqual(['locked'])
  })

  it('an account that is confirmed while the nightly run deletes abandoned ones stays', async () => {
    const { db } = database
    await sql`
    INSERT INTO auth."user" (name, email, email_verified, created_at)
    VALUES ('', 'late@x.invalid', false, now() - interval '31 days')`.execute(db)
    const forgetting = await db.transaction().execute(async (tx) => {
      await sql`UPDATE auth."user" SET email_verified = true WHERE email = 'late@x.invalid'`.execute(tx)
      const begun = forgetEnded(db)
      // It waits for the confirmation, or ends without it.
      const waits = expect.poll(() => lockWaits(db)).toBe(1)
      await Promise.any([begun, waits])
      return { begun }
    })
    await forgetting.begun
    expect(await left('user', 'email')).toContain('late@x.invalid')
  })
})
